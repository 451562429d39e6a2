//! What an edit does to a text, byte by byte.

use snaphook_core::permission::Behavior;
use snaphook_settings::edit::{Edit, WrittenHook};
use snaphook_settings::{LoadContext, parse};

use Behavior::{Allow, Ask, Deny};

#[track_caller]
fn check(edit: &Edit, before: &str, after: &str) {
    let applied = edit.apply("s.json".as_ref(), Some(before)).unwrap();
    assert_eq!(applied.text, after);
    assert_eq!(applied.changed, before != after);
    let again = edit.apply("s.json".as_ref(), Some(after)).unwrap();
    assert_eq!(again.text, after, "a second time");
    assert!(!again.changed);
}

fn add(rules: &[&str]) -> Edit {
    Edit::new().add_rules(Allow, rules.iter().copied())
}

fn remove(rules: &[&str]) -> Edit {
    Edit::new().remove_rules(Allow, rules.iter().copied())
}

/// Settings with these words between the brackets of `permissions.allow`.
fn allow(inner: &str) -> String {
    format!("{{\n  \"permissions\": {{\n    \"allow\": [{inner}]\n  }}\n}}\n")
}

#[test]
fn a_file_that_is_not_there_is_made() {
    let applied = add(&["Read"])
        .default_mode("plan")
        .disable_hooks(["fmt"])
        .apply("s.json".as_ref(), None)
        .unwrap();
    assert_eq!(
        applied.text,
        r#"{
  "permissions": {
    "allow": [
      "Read"
    ],
    "defaultMode": "plan"
  },
  "disabledHooks": [
    "fmt"
  ]
}
"#
    );
}

#[test]
fn an_empty_file_is_filled_and_its_comments_stay() {
    let list = "{\n  \"disabledHooks\": [\n    \"a\"\n  ]\n}\n";
    let edit = Edit::new().disable_hooks(["a"]);
    check(&edit, "", list);
    check(&edit, " \n\n", list);
    check(&edit, "{}", list.trim_end());
    check(
        &edit,
        "// mine\n/* all, mine */",
        &format!("// mine\n/* all, mine */\n{list}"),
    );
    check(
        &edit,
        "{ // nothing yet\n}\n",
        "{ // nothing yet\n  \"disabledHooks\": [\n    \"a\"\n  ]\n}\n",
    );
}

#[test]
fn lists_on_lines_of_their_own_stay_so() {
    let before = allow("\n      \"Read\"\n    ");
    let after = allow("\n      \"Read\",\n      \"Bash(git push *)\",\n      \"Edit\"\n    ");
    check(&add(&["Bash(git push *)", "Edit"]), &before, &after);
    check(&remove(&["Bash(git push *)", "Edit"]), &after, &before);
    check(
        &remove(&["Read"]),
        &after,
        &allow("\n      \"Bash(git push *)\",\n      \"Edit\"\n    "),
    );
    check(
        &remove(&["Read", "Bash(git push *)", "Edit"]),
        &after,
        &allow(""),
    );
}

#[test]
fn lists_on_one_line_stay_so() {
    for (before, after) in [
        ("\"a\"", "\"a\", \"b\""),
        (" \"a\" ", " \"a\", \"b\" "),
        ("\"a\",", "\"a\", \"b\","),
        ("\"a\" /* x */", "\"a\", /* x */ \"b\""),
        ("\"a\",\n \"c\"", "\"a\",\n \"c\", \"b\""),
    ] {
        check(&add(&["b"]), &allow(before), &allow(after));
    }
    for (before, after) in [
        ("\"b\"", ""),
        (" \"b\" ", ""),
        ("\"a\", \"b\"", "\"a\""),
        ("\"a\", \"b\",", "\"a\","),
        ("\"b\", \"a\"", "\"a\""),
        ("\"c\", \"b\", \"a\"", "\"c\", \"a\""),
        ("\"b\", \"b\", \"a\", \"b\"", "\"a\""),
        ("\"a\", /* x */ \"b\"", "\"a\" /* x */"),
        ("\"a\", \"b\" /* x */", "\"a\" /* x */"),
        ("\"b\" /* x */, \"a\"", " /* x */ \"a\""),
        ("/* x */ \"b\"", "/* x */"),
        ("\"a\", 5, \"b\"", "\"a\", 5"),
    ] {
        check(&remove(&["b"]), &allow(before), &allow(after));
    }
}

#[test]
fn comments_stay_with_their_entries() {
    check(
        &add(&["b"]),
        &allow("\n      \"a\" // about a\n      // \"old\"\n    "),
        &allow("\n      \"a\", // about a\n      \"b\"\n      // \"old\"\n    "),
    );
    check(
        &add(&["b"]),
        &allow("\n      \"a\", // about a\n    "),
        &allow("\n      \"a\", // about a\n      \"b\",\n    "),
    );
    check(
        &add(&["b"]),
        &allow("\n      // none yet\n    "),
        &allow("\n      // none yet\n      \"b\"\n    "),
    );
    check(
        &remove(&["b"]),
        &allow("\n      \"a\", // about a\n      // before b\n      \"b\" // about b\n    "),
        &allow("\n      \"a\" // about a\n      // before b\n      // about b\n    "),
    );
    check(
        &remove(&["a"]),
        &allow("\n      \"a\", // about a\n      \"b\",\n    "),
        &allow("\n      // about a\n      \"b\",\n    "),
    );
}

#[test]
fn commas_before_entries_are_no_trouble() {
    check(
        &remove(&["b"]),
        &allow("\n      \"a\"\n      , \"b\"\n    "),
        &allow("\n      \"a\"\n    "),
    );
    check(
        &remove(&["a"]),
        &allow("\n      \"a\"\n      , \"b\"\n    "),
        &allow("\n      \"b\"\n    "),
    );
}

#[test]
fn missing_keys_are_made_as_the_file_is_written() {
    let edit = add(&["a"]);
    check(
        &edit,
        "{\n\t\"hooks\": {}\n}\n",
        "{\n\t\"hooks\": {},\n\t\"permissions\": {\n\t\t\"allow\": [\n\t\t\t\"a\"\n\t\t]\n\t}\n}\n",
    );
    check(
        &edit,
        "{\"model\": \"x\"}",
        "{\"model\": \"x\", \"permissions\": {\"allow\": [\"a\"]}}",
    );
    check(
        &edit,
        "{\"permissions\": {}}",
        "{\"permissions\": {\"allow\": [\"a\"]}}",
    );
    check(
        &edit,
        "{\n    \"permissions\": { \"deny\": [] }, // few\n}",
        "{\n    \"permissions\": { \"deny\": [], \"allow\": [\"a\"] }, // few\n}",
    );
    check(
        &edit,
        "{\n  \"permissions\": null,\n}",
        "{\n  \"permissions\": {\n    \"allow\": [\n      \"a\"\n    ]\n  },\n}",
    );
}

#[test]
fn line_endings_and_the_byte_order_mark_stay() {
    check(
        &add(&["b"]),
        "\u{feff}{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"a\"\r\n    ]\r\n  }\r\n}",
        "\u{feff}{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"a\",\r\n      \"b\"\r\n    ]\r\n  }\r\n}",
    );
    check(
        &remove(&["a"]),
        "{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"a\",\r\n      \"b\"\r\n    ]}}\r\n",
        "{\r\n  \"permissions\": {\r\n    \"allow\": [\r\n      \"b\"\r\n    ]}}\r\n",
    );
}

#[test]
fn rules_are_compared_without_the_blanks_around_them() {
    check(
        &add(&[" a ", "a", "", " "]),
        &allow("\" a\""),
        &allow("\" a\""),
    );
    check(&remove(&["a "]), &allow("\" a\", \"b\""), &allow("\"b\""));
    check(&add(&["  b"]), &allow("\"a\""), &allow("\"a\", \"b\""));
    // A name is what it is.
    check(
        &Edit::new().disable_hooks(["a "]),
        "{\"disabledHooks\": [\"a\"]}",
        "{\"disabledHooks\": [\"a\", \"a \"]}",
    );
}

#[test]
fn escapes_are_read_and_written() {
    check(
        &remove(&["\"é\\"]),
        &allow(r#""\"\u00e9\\", "b""#),
        &allow("\"b\""),
    );
    check(
        &add(&["a\n\"b\""]),
        &allow(""),
        &allow("\n      \"a\\n\\\"b\\\"\"\n    "),
    );
}

#[test]
fn a_list_is_replaced_in_the_order_that_was_given() {
    let replace = |rules: &[&str]| Edit::new().replace_rules(Ask, rules.iter().copied());
    let ask = |inner: &str| format!("{{\"permissions\": {{\"ask\": [{inner}], \"deny\": [1]}}}}");
    let before = ask("\"a\", /* b */ \"b\", 3, \"c\"");
    check(&replace(&["a", "c"]), &before, &ask("\"a\", /* b */ \"c\""));
    check(&replace(&["c", "a"]), &before, &ask("/* b */ \"c\", \"a\""));
    check(&replace(&[]), &ask("\"a\", 3"), &ask(""));
    check(&replace(&[]), "{}", "{}");
    check(
        &replace(&["x", "y", "x"]),
        &ask("\"a\""),
        &ask("\"x\", \"y\""),
    );
}

#[test]
fn the_mode_and_the_folders_are_set() {
    let mode = Edit::new().default_mode("plan");
    check(
        &mode,
        "{\"permissions\": {\"defaultMode\": \"default\" /* so */}}",
        "{\"permissions\": {\"defaultMode\": \"plan\" /* so */}}",
    );
    check(
        &mode,
        "{\"permissions\": {\"defaultMode\": null}}",
        "{\"permissions\": {\"defaultMode\": \"plan\"}}",
    );
    check(
        &Edit::new().add_directories(["../lib", "/srv"]),
        "{\"permissions\": {\"additionalDirectories\": [\"/srv\"]}}",
        "{\"permissions\": {\"additionalDirectories\": [\"/srv\", \"../lib\"]}}",
    );
    check(
        &Edit::new().remove_directories(["/srv"]),
        "{\"permissions\": {\"additionalDirectories\": [\"/srv\", \"/opt\"]}}",
        "{\"permissions\": {\"additionalDirectories\": [\"/opt\"]}}",
    );
}

#[test]
fn of_a_key_that_stands_twice_the_one_that_counts_is_changed() {
    check(
        &add(&["b"]),
        "{\"permissions\": {\"allow\": [\"b\"]}, \"permissions\": {\"allow\": [\"a\"]}}",
        "{\"permissions\": {\"allow\": [\"b\"]}, \"permissions\": {\"allow\": [\"a\", \"b\"]}}",
    );
}

#[test]
fn edits_follow_each_other() {
    let edit = Edit::new().add_rules(Deny, ["a"]).then(
        Edit::new()
            .add_rules(Allow, ["b"])
            .remove_rules(Deny, ["a"]),
    );
    let applied = edit.apply("s.json".as_ref(), Some("{\"x\": 1}")).unwrap();
    assert_eq!(
        applied.text,
        "{\"x\": 1, \"permissions\": {\"deny\": [], \"allow\": [\"b\"]}}"
    );
}

const HOOKS: &str = r#"{
  "hooks": {
    "Stop": [
      { "hooks": [
        { "command": "a", "enabled": false },
        {
          "command": "b",
          "enabled": false, // too slow
          "timeout": 5
        },
        { "command": "a", "enabled": false }
      ] }
    ]
  }
}
"#;

fn written(text: &str, number: usize) -> WrittenHook {
    let mut loading = LoadContext::default();
    let settings = parse(
        "s.json".as_ref(),
        text,
        snaphook_core::hook::Scope::User,
        &mut loading,
    )
    .unwrap();
    let spans = &settings.spans[&settings.hooks[number].id];
    WrittenHook::at(settings.source.text(), &spans.handler).unwrap()
}

#[test]
fn a_hook_is_on_without_its_own_switch() {
    check(
        &Edit::new().drop_enabled(written(HOOKS, 1)),
        HOOKS,
        &HOOKS.replace(
            "          \"enabled\": false, // too slow\n",
            "          // too slow\n",
        ),
    );
    let second = Edit::new().drop_enabled(written(HOOKS, 2));
    let lines: Vec<&str> = HOOKS.lines().collect();
    let mut expected = lines.clone();
    expected[10] = "        { \"command\": \"a\" }";
    check(&second, HOOKS, &format!("{}\n", expected.join("\n")));
}

#[test]
fn a_hook_is_found_again_when_it_has_moved() {
    let edit = Edit::new().drop_enabled(written(HOOKS, 1));
    let moved = format!("// new\n{HOOKS}");
    let applied = edit.apply("s.json".as_ref(), Some(&moved)).unwrap();
    assert!(applied.changed && applied.text.contains("\"b\",\n          // too slow\n"));
    // Which of two is meant cannot be known.
    let edit = Edit::new().drop_enabled(written(HOOKS, 0));
    let error = edit.apply("s.json".as_ref(), Some(&moved)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("was changed in the file meanwhile"),
        "{error}"
    );
}
