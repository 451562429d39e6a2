//! A key that stands twice: hooks and deny rules count both times, of scalars the
//! safer value, in JSON and in YAML, however the key is written.
#![cfg(test)]

mod kinds;

use kinds::loading;
use snaphook_core::hook::Scope;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_settings::{Settings, parse};

fn read(file: &str, text: &str) -> Settings {
    let settings = parse(file.as_ref(), text, Scope::User, &mut loading()).unwrap();
    let told = settings.findings.iter();
    assert!(
        told.clone().any(|one| one.code == "duplicate-key"),
        "{text}: {:?}",
        settings.findings
    );
    settings
}

const GUARD: &str =
    r#"{"PreToolUse": [{"hooks": [{"command": "./guard", "onFailure": "block"}]}]}"#;

#[test]
fn a_key_twice_does_not_undo_a_guard() {
    for text in [
        format!(r#"{{"hooks": {GUARD}, "hooks": {{}}}}"#),
        format!(r#"{{"hooks": {GUARD}, "hooks": null}}"#),
        format!(r#"{{"hooks": {GUARD}, "hook\u0073": {{}}}}"#),
        format!(r#"{{"hook\u0073": {GUARD}, "hooks": {{"Stop": []}}}}"#),
    ] {
        let settings = read("s.json", &text);
        assert_eq!(settings.hooks.len(), 1, "{text}");
        assert!(settings.hooks[0].is_guard(), "{text}");
    }
    let text = format!("hooks: {GUARD}\n\"hooks\": {{}}\n");
    assert_eq!(read("s.yaml", &text).hooks.len(), 1);
    let text = r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "./guard", "onFailure": "block"}], "hooks": []}]}}"#;
    assert_eq!(read("s.json", text).hooks.len(), 1);
}

#[test]
fn a_key_twice_does_not_undo_a_deny() {
    for text in [
        r#"{"permissions": {"deny": ["Bash(rm *)"], "deny": []}}"#,
        r#"{"permissions": {"deny": ["Bash(rm *)"], "d\u0065ny": null}}"#,
        r#"{"permissions": {"deny": ["Bash(rm *)"]}, "permissions": {"allow": ["Read"]}}"#,
        r#"{"permissions": {"deny": ["Bash(rm *)"]}, "permissions": []}"#,
    ] {
        let settings = read("s.json", text);
        let rules = &settings.permissions.rules;
        let denies = rules.iter().filter(|rule| rule.value.0 == Behavior::Deny);
        assert_eq!(denies.count(), 1, "{text}");
    }
    let yaml = "permissions:\n  deny: [\"Bash(rm *)\"]\n  deny: []\n";
    assert_eq!(read("s.yaml", yaml).permissions.rules.len(), 1);
}

#[test]
fn of_scalars_the_safer_value_counts() {
    let hook = |options: &str| {
        let text = format!(
            r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{{"command": "./guard", {options}}}]}}]}}}}"#
        );
        read("s.json", &text).hooks.remove(0)
    };
    assert!(hook(r#""onFailure": "block", "onFailure": "continue""#).is_guard());
    assert!(hook(r#""onFailure": "block", "onFailure": null"#).is_guard());
    assert!(hook(r#""enabled": true, "enabled": false"#).enabled);
    assert!(
        hook(r#""async": false, "async": true"#)
            .background
            .is_none()
    );
    assert!(!hook(r#""once": false, "once": true"#).once);
    let text = r#"{"disableAllHooks": false, "disableAllHooks": true,
        "disabledHooks": ["a", "b"], "disabledHooks": ["b", "c"],
        "enabledPlugins": {"p": true, "p": false}, "stopHookBlockCap": 9, "stopHookBlockCap": 1,
        "permissions": {"defaultMode": "plan", "defaultMode": "bypassPermissions"}}"#;
    let settings = read("s.json", text);
    let switches = &settings.switches;
    assert!(!switches.disable_all_hooks.as_ref().unwrap().value);
    let disabled: Vec<_> = switches
        .disabled_hooks
        .iter()
        .map(|entry| &*entry.value)
        .collect();
    assert_eq!(disabled, ["b"]);
    assert!(switches.enabled_plugins.iter().all(|entry| entry.value.1));
    assert_eq!(switches.stop_hook_block_cap.as_ref().unwrap().value, 9);
    assert_eq!(settings.permissions.default_mode.unwrap().value, Mode::Plan);
}

#[test]
fn a_guard_that_says_two_things_fails_and_nothing_narrows_it() {
    for options in [
        r#""command": "true""#,
        r#""if": "Bash(rm *)", "if": "Bash(nothing)""#,
        r#""type": "command", "type": "http""#,
    ] {
        let text = format!(
            r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{{"command": "./guard", "onFailure": "block", {options}}}]}}]}}}}"#
        );
        let hook = read("s.json", &text).hooks.remove(0);
        assert!(hook.handler.why_unloadable().is_some(), "{text}");
        assert!(hook.is_guard() && hook.condition.is_none(), "{text}");
    }
}

#[test]
fn two_matchers_of_a_group_both_count() {
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "matcher": "Write",
        "hooks": [{"command": "./guard", "onFailure": "block"}]}]}}"#;
    let settings = read("s.json", text);
    let matchers: Vec<_> = settings
        .hooks
        .iter()
        .map(|hook| hook.matcher.text())
        .collect();
    assert_eq!(matchers.len(), 2);
    assert_ne!(matchers[0], matchers[1]);
}
