//! `statusLine` and `fileSuggestion` in settings: what is read, and what a bad
//! one costs.
#![cfg(test)]

use snaphook_core::hook::Scope;
use snaphook_settings::{LoadContext, Settings, parse};

fn read(text: &str) -> Settings {
    parse(
        "s.json".as_ref(),
        text,
        Scope::Project,
        &mut LoadContext::default(),
    )
    .unwrap()
}

#[test]
fn both_are_read_with_their_place() {
    let settings = read(
        r#"{
  "statusLine": { "type": "command", "command": "./line.sh", "padding": 0 },
  "fileSuggestion": { "command": "git ls-files" }
}"#,
    );
    assert!(settings.findings.is_empty(), "{:?}", settings.findings);
    let line = settings.status_line.unwrap();
    assert_eq!(line.command, "./line.sh");
    assert_eq!(line.source.scope, Scope::Project);
    assert_eq!(line.source.file.as_deref(), Some("s.json".as_ref()));
    assert_eq!(line.source.line, Some(2));
    let files = settings.file_suggestion.unwrap();
    assert_eq!(
        (files.command.as_str(), files.source.line),
        ("git ls-files", Some(3))
    );
}

#[test]
fn a_bad_one_is_found_and_costs_only_itself() {
    for (value, finding) in [
        (
            r#""./line.sh""#,
            "1:16: `statusLine` must be an object with `command`, not `\"./line.sh\"`",
        ),
        (
            r#"{"type": "http", "command": "x"}"#,
            "1:25: `statusLine.type` must be \"command\", not `http`",
        ),
        (
            r#"{"type": 1, "command": "x"}"#,
            "1:25: `statusLine.type` must be \"command\", not `1`",
        ),
        (
            r#"{"command": ["x"]}"#,
            "1:28: `statusLine.command` must be a string, not a list",
        ),
        (
            r#"{"command": " "}"#,
            "1:28: missing `command` in `statusLine` (write { \"type\": \"command\", \"command\": \"…\" })",
        ),
        (
            r#"{"type": "command"}"#,
            "1:16: missing `command` in `statusLine` (write { \"type\": \"command\", \"command\": \"…\" })",
        ),
    ] {
        let settings = read(&format!(
            r#"{{"statusLine": {value}, "fileSuggestion": {{"command": "ls"}}}}"#
        ));
        let found: Vec<_> = settings.findings.iter().map(ToString::to_string).collect();
        assert_eq!(found, [format!("s.json:{finding}")]);
        assert_eq!(settings.status_line, None, "{value}");
        assert!(settings.file_suggestion.is_some(), "{value}");
    }
}

#[test]
fn null_is_the_same_as_absent_and_a_slip_in_the_key_is_told() {
    let settings = read(r#"{"statusLine": null, "fileSugestion": {"command": "ls"}}"#);
    assert_eq!(settings.status_line, None);
    let found: Vec<_> = settings.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["s.json:1:22: unknown key `fileSugestion` (did you mean `fileSuggestion`?)"]
    );
}
