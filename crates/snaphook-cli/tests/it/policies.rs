//! Policies and expressions on the command line: trust covers the files, `check` points at
//! what is wrong, `explain` shows values, `test --coverage` counts rules.

use crate::common::Folder;

#[cfg(feature = "cedar")]
const HOOK: &str = r#"{"hooks": {"PreToolUse": [{"hooks": [
    {"name": "policy", "type": "cedar", "policies": ".snaphook/cedar", "onFailure": "block"}]}]}}"#;

#[cfg(feature = "cedar")]
const CALL: [&str; 6] = [
    "fire",
    "PreToolUse",
    "--tool",
    "Bash",
    "--tool-input",
    r#"{"command": "git push"}"#,
];

#[cfg(feature = "cedar")]
#[test]
fn a_changed_policy_is_no_longer_trusted() {
    let folder = Folder::new();
    folder.write(".snaphook/settings.json", HOOK);
    let permit = "permit (principal, action, resource);\n";
    let forbid =
        "forbid (principal, action, resource) when { context.lines.contains(\"git push\") };\n";
    folder.write(".snaphook/cedar/a.cedar", &format!("{permit}{forbid}"));
    let asked = folder.snaphook(&["trust", "--yes"], "");
    assert!(asked.stdout.contains("a.cedar"), "{asked:?}");
    assert_eq!(folder.snaphook(&CALL, "").code, 2);
    for (file, text) in [
        (".snaphook/cedar/a.cedar", permit),
        (".snaphook/cedar/b.cedar", permit),
    ] {
        folder.write(file, text);
        let ran = folder.snaphook(&CALL, "");
        assert!(ran.stdout.contains("has changed"), "{file}: {ran:?}");
        let again = folder.snaphook(&["trust", "--yes"], "");
        assert_eq!(again.code, 0, "{again:?}");
    }
    assert_eq!(folder.snaphook(&CALL, "").code, 0);
}

#[cfg(feature = "cedar")]
#[test]
fn check_holds_policies_to_their_schema() {
    let folder = Folder::new();
    folder.write(".snaphook/settings.json", HOOK);
    folder.write(
        ".snaphook/cedar/s.cedarschema",
        "entity Agent; entity Project;\naction \"Bash\" appliesTo { principal: [Agent], resource: \
         [Project], context: { event: String, cwd: String, lines: Set<String> } };\n",
    );
    let policy = |attribute: &str| {
        format!(
            "permit (principal, action == Action::\"Bash\", resource) when {{ \
             context.{attribute}.contains(\"ls\") }};\n"
        )
    };
    folder.write(".snaphook/cedar/a.cedar", &policy("lines"));
    let ran = folder.snaphook(&["check"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    folder.write(".snaphook/cedar/a.cedar", &policy("linse"));
    let ran = folder.snaphook(&["check"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("bad-policy") && ran.stdout.contains("linse"),
        "{ran:?}"
    );
}

#[test]
fn check_points_into_an_expression() {
    let folder = Folder::with(
        "s.json",
        "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [\n  {\"when\": \"tool_nam == 'x'\", \"decision\": \"deny\"}]}]}}",
    );
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("^^^^^^^^"), "{ran:?}");
    assert!(ran.stdout.contains("did you mean `tool_name`?"), "{ran:?}");
}

#[test]
fn explain_shows_values_and_coverage_counts_rules() {
    let folder = Folder::with(
        "s.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"name": "seen", "when": "tool_name == 'Bash'", "decision": "deny"},
            {"name": "unseen", "when": "tool_name == 'Read'", "decision": "deny"}]}]}}"#,
    );
    let args = [
        "explain",
        "PreToolUse",
        "--settings",
        "s.json",
        "--tool",
        "Bash",
    ];
    let ran = folder.snaphook(&args, "");
    assert!(ran.stdout.contains("tool_name  \"Bash\""), "{ran:?}");
    assert!(ran.stdout.contains("is false"), "{ran:?}");
    folder.write(
        "a.hooktest.json",
        r#"{"settings": "s.json", "cases": [{"name": "a", "expect": {"blocked": true},
            "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}}}]}"#,
    );
    let ran = folder.snaphook(&["test", "--coverage"], "");
    assert!(ran.stdout.contains("unseen"), "{ran:?}");
    assert!(!ran.stdout.contains(" seen"), "{ran:?}");
}
