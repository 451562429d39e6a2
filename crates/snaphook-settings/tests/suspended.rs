//! An entry that guards tool calls and cannot be loaded: what the same file
//! allows does not count.
#![cfg(test)]

use snaphook_core::hook::Scope;
use snaphook_settings::{LoadContext, parse};

fn is_suspended(hooks: &str) -> bool {
    let text = format!(
        r#"{{{hooks}, "permissions": {{"allow": ["Bash"], "deny": ["Read"], "defaultMode": "acceptEdits"}}}}"#
    );
    let settings = parse(
        "s.json".as_ref(),
        &text,
        Scope::User,
        &mut LoadContext::default(),
    )
    .unwrap();
    let told = settings
        .findings
        .iter()
        .any(|one| one.code == "allows-nothing");
    let suspended = settings.permissions.suspended.is_some();
    assert_eq!(told, suspended, "{text}");
    assert_eq!(settings.permissions.rules.len(), 2);
    suspended
}

#[test]
fn a_file_whose_guard_is_broken_allows_nothing() {
    for hooks in [
        r#""hooks": {"PreToolUse": [{"hooks": [{"comand": "./guard"}]}]}"#,
        r#""hooks": {"PreToolUse": [{"hooks": ["./guard"]}]}"#,
        r#""hooks": {"PreToolUse": [{"hooks": [{"type": "comand", "command": "./guard"}]}]}"#,
        r#""hooks": {"PreToolUse": [{"hooks": [{"command": "./guard", "timeout": 0}]}]}"#,
        r#""hooks": {"PreToolUse": [{"hooks": [{"command": 3, "onFailure": "block"}]}]}"#,
        r#""hooks": {"PreToolUse": [{"matcher": "(", "hooks": [{"command": "./guard"}]}]}"#,
        r#""hooks": {"PreToolUse": [{"command": "./guard"}]}"#,
        r#""hooks": {"PreToolUse": {"hooks": [{"command": "./guard"}]}}"#,
        r#""hooks": {"PreToolUse": ["./guard"]}"#,
        r#""hooks": {"PreTolUse": [{"hooks": [{"command": "./guard"}]}]}"#,
        r#""hooks": {"PermissionRequest": [{"hooks": {"command": "./guard"}}]}"#,
        r#""hooks": [{"command": "./guard"}]"#,
        r#""PreToolUse": [{"hooks": [{"command": "./guard"}]}]"#,
        r#""hook": {"PreToolUse": [{"hooks": [{"command": "./guard"}]}]}"#,
    ] {
        assert!(is_suspended(hooks), "{hooks}");
    }
}

#[test]
fn other_faults_cost_only_themselves() {
    for hooks in [
        r#""hooks": {}"#,
        r#""hooks": {"PreToolUse": [{"hooks": [{"command": "./guard", "_comment": 1}]}]}"#,
        r#""hooks": {"Stop": [{"hooks": [{"comand": "./guard"}]}]}"#,
        r#""model": "opus""#,
    ] {
        assert!(!is_suspended(hooks), "{hooks}");
    }
}
