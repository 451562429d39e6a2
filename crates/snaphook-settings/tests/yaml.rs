//! YAML as a tree: what values are, where they stand, and what is not a settings
//! file.
#![cfg(test)]

use serde_json::{Value, json};
use snaphook_settings::node::{Member, Node};

fn read(text: &str) -> Node {
    Node::parse_yaml(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn value(text: &str) -> Value {
    read(text).to_value()
}

/// The message of the error, and the text it points at.
#[track_caller]
fn error(text: &str) -> (String, String) {
    match Node::parse_yaml(text) {
        Ok(node) => panic!("{text}: {node:?}"),
        Err(error) => {
            let shown = text.get(error.span.clone());
            let shown = shown.unwrap_or_else(|| panic!("{error:?}"));
            (error.message, shown.to_owned())
        }
    }
}

/// The member at a path of keys and indices.
fn at<'a>(node: &'a Node, path: &str) -> &'a Node {
    path.split('.').fold(node, |node, key| match node.items() {
        Some(items) => &items[key.parse::<usize>().unwrap()],
        None => &member(node, key).value,
    })
}

fn member<'a>(node: &'a Node, key: &str) -> &'a Member {
    let members = node.members().unwrap();
    members.iter().find(|member| member.key == key).unwrap()
}

#[test]
fn values_follow_the_core_schema() {
    assert_eq!(
        value("a: 1\nb: 2.5\nc: true\nd: ~\ne:\nf: on\ng: '1'\nh: \"true\"\ni: 0x10\nj: 12:30"),
        json!({"a": 1, "b": 2.5, "c": true, "d": null, "e": null, "f": "on", "g": "1",
               "h": "true", "i": 16, "j": "12:30"})
    );
    assert_eq!(
        value("a: |\n  x\n   y\nb: >-\n  x\n  y\nc: x\n  y"),
        json!({"a": "x\n y\n", "b": "x y", "c": "x y"})
    );
}

#[test]
fn tags_are_honoured_and_unknown_ones_ignored() {
    assert_eq!(
        value("[!!str 1, ! 2, !!int '3', !!float 4, !!bool 'true', !!null '', !mine 5, !mine x]"),
        json!(["1", "2", 3, 4, true, null, 5, "x"])
    );
    assert_eq!(
        value("a: !!seq [1]\nb: !!map {}\nc: !x [2]\nd: !!str"),
        json!({"a": [1], "b": {}, "c": [2], "d": ""})
    );
    for (text, message) in [
        ("!!int x", "`x` is not a valid `!!int`"),
        ("!!int 1.5", "`1.5` is not a valid `!!int`"),
        ("!!bool yes", "`yes` is not a valid `!!bool`"),
        ("!!map x", "`x` is not a valid `!!map`"),
        ("!!str [x]", "this is a `!!seq`, not a `!!str`"),
    ] {
        assert_eq!(error(text).0, message, "{text}");
    }
}

#[test]
fn keys_are_text_however_they_are_written() {
    let text = "1: a\ntrue: b\n'c d': d\n1.50: e\n~: f\n: g\n&k key: h\n? |\n  block\n: i\n";
    assert_eq!(
        value(text),
        json!({"1": "a", "true": "b", "c d": "d", "1.50": "e", "~": "f", "": "g", "key": "h",
               "block\n": "i"})
    );
    assert_eq!(value("a: &x b\n*x : c"), json!({"a": "b", "b": "c"}));
}

#[test]
fn keys_that_are_lists_are_errors_with_a_place() {
    assert_eq!(
        error("a: 1\n? [b]\n: 2\n"),
        (
            "a key must be a text, not a list or a mapping".to_owned(),
            "[".to_owned()
        )
    );
    assert_eq!(error("a: &x {b: c}\n*x : d\n").1, "*x");
}

#[test]
fn every_scalar_knows_its_bytes() {
    let text = "é: ü x  # ä\n\"k é\": \"a\\n\" \n'l': 'it''s'\nm: &a !!str 7\nn: [ö, {p: q}]\n";
    let node = read(text);
    for (key, key_shown, shown) in [
        ("é", "é", "ü x"),
        ("k é", "\"k é\"", "\"a\\n\""),
        ("l", "'l'", "'it''s'"),
        ("m", "m", "7"),
        ("n", "n", "[ö, {p: q}]"),
    ] {
        let member = member(&node, key);
        assert_eq!(&text[member.key_span.clone()], key_shown);
        assert_eq!(&text[member.value.span.clone()], shown);
    }
    assert_eq!(&text[at(&node, "n.0").span.clone()], "ö");
    assert_eq!(&text[at(&node, "n.1").span.clone()], "{p: q}");
    assert_eq!(&text[at(&node, "n.1.p").span.clone()], "q");
}

#[test]
fn blocks_end_with_their_last_value() {
    let text = "a:\n  b: é\n  c:\n    - 1\n    - x: 2\n      y: |\n        t\n\n# end\nd:\n- # c\n  e\n-\n- f\ng:\n- - h\n";
    let node = read(text);
    let shown = |path: &str| &text[at(&node, path).span.clone()];
    assert_eq!(
        shown("a"),
        "b: é\n  c:\n    - 1\n    - x: 2\n      y: |\n        t"
    );
    assert_eq!(shown("a.c"), "- 1\n    - x: 2\n      y: |\n        t");
    assert_eq!(shown("a.c.1"), "x: 2\n      y: |\n        t");
    // Lists that are not indented begin with their dash, too.
    assert_eq!(shown("d"), "- # c\n  e\n-\n- f");
    assert_eq!(shown("g"), "- - h");
    assert_eq!(shown("g.0"), "- h");
    assert_eq!(node.span, 0..text.len() - 1);
}

#[test]
fn a_block_scalar_begins_with_its_header() {
    for (text, shown) in [
        ("a: |\n  x\n  y\nb: c", "|\n  x\n  y"),
        (
            "a: >-  # why | not\n\n  x\n\n\nb: c",
            ">-  # why | not\n\n  x",
        ),
        ("\"k | # x\": |+\n  | x\n", "|+\n  | x"),
        ("a: &n| !t |2-\n   x\n", "|2-\n   x"),
        ("a: # | no\n  |\n  x\n", "|\n  x"),
        ("a: |\nb: c", "|"),
        ("a: |-", "|-"),
        ("- |\r\n  x\r\n- y", "|\r\n  x"),
        ("- a: b\n- |\n  x", "|\n  x"),
    ] {
        let node = read(text);
        let first = match node.items() {
            Some(items) => items.iter().find(|item| item.text().is_some()).unwrap(),
            None => &node.members().unwrap()[0].value,
        };
        assert_eq!(&text[first.span.clone()], shown, "{text}");
    }
}

#[test]
fn an_alias_stands_for_what_its_anchor_names() {
    let text = "base: &b {x: &n 1, y: [*n]}\nuse: *b\nmore: [*b, *n]\n";
    let node = read(text);
    let base = json!({"x": 1, "y": [1]});
    assert_eq!(
        node.to_value(),
        json!({"base": base, "use": base, "more": [base, 1]})
    );
    // What it brings stands at the alias; what is in it, where it was written.
    assert_eq!(&text[at(&node, "use").span.clone()], "*b");
    assert_eq!(at(&node, "use.x").span, at(&node, "base.x").span);
    // The last anchor of a name counts.
    assert_eq!(value("[&a 1, *a, &a 2, *a]"), json!([1, 1, 2, 2]));
    assert_eq!(
        error("a: *none"),
        (
            "no anchor of this name is defined before this alias".to_owned(),
            "*".to_owned()
        )
    );
}

#[test]
fn merge_keys_bring_what_a_mapping_does_not_say() {
    assert_eq!(
        value(
            "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: *a, y: 9}\nd: {y: 9, <<: [*a, *b]}\ne:\n  <<: *b\n  <<: *a\nf: {<<: {q: 1}}"
        ),
        json!({"a": {"x": 1, "y": 2}, "b": {"y": 3, "z": 4}, "c": {"y": 9, "x": 1},
               "d": {"y": 9, "x": 1, "z": 4}, "e": {"y": 3, "z": 4, "x": 1}, "f": {"q": 1}})
    );
    assert_eq!(value("{\"<<\": {q: 1}}"), json!({"<<": {"q": 1}}));
    assert_eq!(
        error("a: 1\n<<: text\n"),
        (
            "`<<` takes a mapping or a list of mappings, not a string".to_owned(),
            "text".to_owned()
        )
    );
    assert_eq!(error("<<: [{}, 7]").1, "7");
}

#[test]
fn one_file_is_one_document() {
    assert_eq!(
        value("%YAML 1.2\n---\na: b\n...\n# end\n"),
        json!({"a": "b"})
    );
    assert_eq!(
        error("a: b\n---\nc: d\n"),
        (
            "a second document begins here; settings must be one document".to_owned(),
            "---".to_owned()
        )
    );
    for empty in ["", "\n\n", "# nothing\n"] {
        assert_eq!(error(empty).0, "the file is empty");
    }
}

#[test]
fn common_slips_are_explained() {
    for (text, message, shown) in [
        (
            "a:\n\tb: c\n",
            "there is a tab here; indent with spaces",
            "b",
        ),
        (
            "a: x: y\n",
            "there is a second `: ` here; put a text that contains one into quotes",
            ":",
        ),
        (
            "a: \"x\nb: c\n",
            "a quoted text goes on in this line, which is not indented enough; is its closing quote missing?",
            "b",
        ),
        ("a: [1\n", "unclosed bracket '['", "["),
        ("a: 'x", "unclosed quote", "'"),
        ("a: @x", "unexpected character: `@'", "@"),
        ("a: b\0c", "unexpected character: `\\u{0}'", "\0"),
    ] {
        assert_eq!(
            error(text),
            (message.to_owned(), shown.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let steps: Vec<String> = (0..3000).map(|depth| " ".repeat(depth) + "a:\n").collect();
    for text in [
        "[".repeat(100_000),
        "{".repeat(100_000),
        "- ".repeat(100_000),
        "? ".repeat(100_000),
        "[".repeat(129) + &"]".repeat(129),
        "- ".repeat(100) + &"[".repeat(100) + &"]".repeat(100),
        steps.concat(),
    ] {
        assert_eq!(error(&text).0, "nested more than 128 deep");
    }
    let fine = "[".repeat(128) + &"]".repeat(128);
    assert!(Node::parse_yaml(&fine).is_ok());
}

#[test]
fn aliases_that_stand_for_too_much_are_an_error() {
    // Nine levels of ten are a billion.
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let inner = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("a{level}: &a{level} [{inner}]\n");
    }
    assert!(error(&bomb).0.starts_with("more than 100000 values"));

    let many = format!("a: &a x\nb: [{}]", "*a, ".repeat(20_000));
    assert!(error(&many).0.starts_with("more than 10000 aliases"));

    let wide = format!(
        "a: &a [{}]\nb: [{}]",
        "x, ".repeat(1000),
        "*a, ".repeat(200)
    );
    assert!(error(&wide).0.starts_with("more than 100000 values"));

    let long = format!("a: &a {}\nb: [{}]", "x".repeat(100_000), "*a, ".repeat(100));
    assert!(error(&long).0.starts_with("more than 4194304 bytes"));
    let keys = format!(
        "a: &a {}\nb: [{}]",
        "x".repeat(100_000),
        "{*a : 1}, ".repeat(100)
    );
    assert!(error(&keys).0.starts_with("more than 4194304 bytes"));

    let mut merges = "a0: &a0 {k: 1}\n".to_owned();
    for level in 1..30 {
        let below = level - 1;
        merges += &format!("a{level}: &a{level} {{<<: [*a{below}, *a{below}]}}\n");
    }
    assert!(error(&merges).0.contains("aliases"));

    // Deep by aliases only.
    let mut deep = "a0: &a0 []\n".to_owned();
    for level in 1..200 {
        deep += &format!("a{level}: &a{level} [*a{}]\n", level - 1);
    }
    assert_eq!(error(&deep).0, "nested more than 128 deep");

    assert_eq!(
        error("a: &a [1, *a]"),
        (
            "this alias is inside the value that it repeats".to_owned(),
            "*a".to_owned()
        )
    );
    assert_eq!(error("&a {<<: *a}").1, "*a");
    assert_eq!(error("a: &a {b: &b [*a]}\n").1, "*a");
}

#[test]
fn large_files_take_no_more_than_their_size() {
    // Work that grows with the square of the size would not end here.
    let many = |line: fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    for text in [
        "&a [".repeat(120) + &"x, ".repeat(50_000) + &"]".repeat(120),
        format!("{{{}}}", many(|n| format!("k{n}: 1,"))),
        format!(
            "a: &m {{{}}}\nb:\n  <<: *m\n{}",
            many(|n| format!("k{n}: 1,")),
            many(|n| format!("  l{n}: 1\n"))
        ),
        many(|_| "- |\n  x\n".to_owned()),
        many(|n| format!("a{n}:\n- b\n")),
    ] {
        assert_eq!(Node::parse_yaml(&text).err(), None);
    }
    let open = format!("a: \"{}", "x\n ".repeat(50_000));
    assert_eq!(error(&open).0, "unclosed quote");
}
