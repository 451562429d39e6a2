//! What cannot be known is a third value, through every operation.

use serde_json::json;

use crate::support::{False, True, Unknown, of_line, test};

#[test]
fn what_may_run_is_neither_true_nor_false() {
    let removes = "commands.exists(c, c.name == 'rm')";
    for line in [
        "$X foo",
        "bash -c \"$X\"",
        "eval \"$Y\"",
        "curl x | sh",
        "ls; $(cat x)",
        "if [",
        "\"${A}m\" x",
    ] {
        assert_eq!(of_line(removes, line), Unknown, "{line}");
        assert_eq!(of_line(&format!("!{removes}"), line), Unknown, "{line}");
    }
    // What is known to run decides, whatever else is not known.
    assert_eq!(of_line(removes, "eval \"$Y\"; rm x"), True);
    assert_eq!(
        of_line("commands.all(c, c.name == 'ls')", "eval \"$Y\"; rm x"),
        False
    );
}

#[test]
fn arguments_that_are_not_known_are_not_known() {
    let recursive = "commands.exists(c, c.name == 'rm' && '-r' in c.args)";
    assert_eq!(of_line(recursive, "rm $OPTIONS x"), Unknown);
    assert_eq!(of_line(recursive, "rm \"$FILE\""), Unknown);
    assert_eq!(of_line(recursive, "rm -r \"$FILE\""), True);
    assert_eq!(of_line(recursive, "echo $OPTIONS"), False);
    assert_eq!(
        of_line("commands.all(c, c.args.size() < 3)", "ls $X"),
        Unknown
    );
    assert_eq!(
        of_line("commands.exists(c, c.args[0] == '-r')", "rm $X -r"),
        Unknown
    );
    assert_eq!(
        of_line(
            "commands.exists(c, c.args.exists(a, a.startsWith('/')))",
            "cat \"$X\""
        ),
        Unknown
    );
}

#[test]
fn paths_and_hosts_that_are_not_known_are_not_known() {
    let outside = "paths.exists(p, p.access == 'write' && !p.inside)";
    assert_eq!(of_line(outside, "cp x \"$DIR\""), Unknown);
    assert_eq!(of_line(outside, "echo x > $FILE"), Unknown);
    assert_eq!(of_line(outside, "bash -c \"$X\""), Unknown);
    let host = "url.host == 'example.com'";
    let odd = json!({"url": "http://example.com\\@evil.com/", "prompt": ""});
    assert_eq!(test(host, "WebFetch", &odd), Ok(Unknown));
    let list = json!({"url": ["http://example.com"], "prompt": ""});
    assert_eq!(test(host, "WebFetch", &list), Ok(Unknown));
    let odd = json!({"file_path": ["/etc/x"], "content": ""});
    assert_eq!(test(outside, "Write", &odd), Ok(Unknown));
}

#[test]
fn one_side_may_decide_without_the_other() {
    let unknown = "commands.exists(c, c.name == 'rm')";
    for (expression, expected) in [
        (format!("{unknown} || true"), True),
        (format!("true || {unknown}"), True),
        (format!("{unknown} && false"), False),
        (format!("false && {unknown}"), False),
        (format!("{unknown} || false"), Unknown),
        (format!("{unknown} && true"), Unknown),
        (format!("{unknown} == true"), Unknown),
        (format!("{unknown} ? true : true"), True),
        (format!("{unknown} ? true : false"), Unknown),
        (format!("[{unknown}, true] == [true, false]"), False),
        (format!("true in [{unknown}, false]"), Unknown),
        (format!("true in [{unknown}, true]"), True),
        ("commands.map(c, c.name).size() == 1".to_owned(), Unknown),
        (
            "commands.filter(c, c.name == 'rm').size() > 0".to_owned(),
            Unknown,
        ),
        ("commands.exists_one(c, c.name == 'rm')".to_owned(), Unknown),
    ] {
        assert_eq!(
            of_line(&expression, "eval \"$X\""),
            expected,
            "{expression}"
        );
    }
}
