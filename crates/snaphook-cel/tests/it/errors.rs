//! What does not compile is told with its place; what has no value is a failure.

use serde_json::json;

use crate::support::{False, True, compile, of_line, test};

#[test]
fn errors_point_at_their_part() {
    for (text, part, message) in [
        ("tool_nam == 'x'", "tool_nam", "unknown name `tool_nam`"),
        (
            "commands.exists(c, c.name == nme)",
            "nme",
            "unknown name `nme`",
        ),
        ("'a'.contain('b')", "contain", "unknown function `contain`"),
        ("'a'.contains('b', 'c')", "contains", "takes 2 values"),
        ("'a'.matches('(')", "(", "regular expression"),
        ("'a'.matches(tool_name)", "matches", "literal"),
        ("size(tool_name)", "size(tool_name)", "true or false"),
        ("\"text\"", "\"text\"", "true or false"),
    ] {
        let error = compile(text).unwrap_err();
        assert_eq!(&text[error.range.clone()], part, "{text}: {error:?}");
        assert!(error.message.contains(message), "{text}: {error:?}");
    }
    let error = compile("tool_name == ").unwrap_err();
    assert!(error.range.start >= 12, "{error:?}");
    assert!(compile("").is_err());
    let error = compile("tool_nme == 'x'").unwrap_err();
    assert_eq!(error.help.as_deref(), Some("did you mean `tool_name`?"));
}

#[test]
fn what_has_no_value_is_a_failure() {
    for expression in [
        "tool_input.file_path == 'x'",
        "tool_input.command",
        "tool_input.command.name == 'x'",
        "tool_name < 5",
        "1 / 0 == 1",
        "9223372036854775807 + 1 > 0",
        "commands[9].name == 'x'",
        "tool_input.command.exists(c, true)",
        "env.SECRET == 'x'",
        "commands.all(c, c.nme == 'x')",
    ] {
        let tested = test(expression, "Bash", &json!({"command": "ls"}));
        assert!(tested.is_err(), "{expression}: {tested:?}");
    }
}

#[test]
fn one_side_may_decide_where_the_other_has_no_value() {
    for (expression, expected) in [
        ("tool_input.file_path == 'x' || true", True),
        ("false && tool_input.file_path == 'x'", False),
        ("tool_input.file_path == 'x' && false", False),
        ("commands.exists(c, c.name == 'ls' || c.nme == 'x')", True),
        (
            "has(tool_input.file_path) && tool_input.file_path == 'x'",
            False,
        ),
    ] {
        assert_eq!(of_line(expression, "ls"), expected, "{expression}");
    }
}
