//! Rules for files and commands, and calls of tools that nobody knows: what they name meets
//! deny and ask rules, as something that could match.
#![cfg(test)]

use serde_json::{Value, json};
use snaphook_core::permission::Behavior;
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{PermissionSource, Permissions, RuleDecision};
use snaphook_rules::{Aliases, PathRoots, Rule, Subject};

const RULES: [&str; 4] = [
    "Read(.env)",
    "Edit(gen/**)",
    "Bash(git push *)",
    "Edit(.git/**)",
];

fn decide_as(class: Option<ToolClass>, tool: &str, input: &Value) -> &'static str {
    let mut permissions = Permissions::default();
    for rule in RULES {
        let rule = Rule::parse(rule).unwrap();
        permissions.add_rule(Behavior::Deny, rule, PermissionSource::by_host());
    }
    let (aliases, places) = (Aliases::default(), PathRoots::at("/repo".as_ref()));
    let subject = Subject::new(tool, input, &aliases, &places);
    let subject = match class {
        Some(class) => subject.of_class(class),
        None => subject,
    };
    match permissions.ruled(&subject) {
        RuleDecision::Deny(_) => "deny",
        RuleDecision::Unclear(_) => "unclear",
        RuleDecision::Ask(_) => "ask",
        RuleDecision::Allow(_) => "allow",
        RuleDecision::Nothing => "nothing",
    }
}

fn decide(tool: &str, input: &Value) -> &'static str {
    decide_as(None, tool, input)
}

#[test]
fn a_file_that_an_unknown_tool_names_meets_path_rules() {
    for input in [
        json!({"file_path": ".env"}),
        json!({"path": "./.env"}),
        json!({"target_file": "/repo/src/.env"}),
        json!({"absolutePath": "/repo/.ENV"}),
        json!({"filename": "gen/a.rs"}),
        json!({"dir": "gen"}),
        json!({"files": ["a", {"name": "x", "path": ".env"}]}),
        json!({"paths": ["a", ".env"]}),
        json!({"uri": "file:///repo/.env"}),
        json!({"text": ".env"}),
        json!({"mention": "@.env"}),
        json!({"notebook_path": ["./.env"]}),
        json!({"arguments": "{\"path\": \".env\"}"}),
        json!({"calls": [{"tool": "Read", "parameters": {"file_path": ".env"}}]}),
        json!(".env"),
        json!(["x", ".env"]),
    ] {
        assert_eq!(decide("view_image", &input), "unclear", "{input}");
    }
}

#[test]
fn a_command_that_an_unknown_tool_is_given_meets_rules_for_commands_and_files() {
    for input in [
        json!({"command": "git push"}),
        json!({"cmd": ["git", "push"]}),
        json!({"CommandLine": "git -C . push origin"}),
        json!({"commands": ["ls", "git push"]}),
        json!({"calls": [{"tool": "Bash", "args": {"command": "ls; git push"}}]}),
        json!({"command": "cat .env"}),
        json!({"script": "echo x > gen/a.rs"}),
        json!({"command": "$X"}),
    ] {
        assert_eq!(decide("Monitor", &input), "unclear", "{input}");
    }
}

#[test]
fn what_an_unknown_tool_does_not_name_meets_no_rule() {
    for input in [
        json!({}),
        json!({"path": "src/a.rs"}),
        json!({"text": "do not read .env"}),
        json!({"url": "https://example.com/.env"}),
        json!({"command": "git status"}),
        json!({"message": "hello", "count": 3, "list": [1, null, true]}),
        Value::Null,
    ] {
        assert_eq!(decide("view_image", &input), "nothing", "{input}");
    }
    // These have rules of their own, or are known to do neither.
    let input = json!({"path": ".env", "command": "git push"});
    for tool in ["mcp__files__view", "Task", "WebSearch", "BashOutput"] {
        assert_eq!(decide(tool, &input), "nothing", "{tool}");
    }
}

#[test]
fn a_file_tool_without_a_path_in_a_known_field_is_unclear() {
    for (tool, input) in [
        ("Read", json!({})),
        ("Read", json!({"filePath": ".env"})),
        ("MultiEdit", json!({"edits": [{"file_path": ".env"}]})),
        ("NotebookEdit", json!({"cell": 1})),
    ] {
        assert_eq!(decide(tool, &input), "unclear", "{tool} {input}");
    }
    let named = json!({"target": "./.env"});
    let classed = decide_as(Some(ToolClass::Edit), "save", &named);
    assert_eq!(classed, "unclear");
    let other = json!({"target": "./README.md"});
    assert_eq!(decide_as(Some(ToolClass::Edit), "save", &other), "nothing");
}

#[test]
fn an_input_that_is_too_large_to_look_through_is_unclear() {
    let input = json!({"items": vec![0; 30_000]});
    assert_eq!(decide("view_image", &input), "unclear");
    assert_eq!(decide("mcp__files__view", &input), "nothing");
}
