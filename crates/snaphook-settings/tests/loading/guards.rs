//! Guards that cannot be read: they stay, and fail.

use super::{found, read};

#[test]
fn a_guard_that_cannot_be_read_stays_and_fails() {
    for guard in [
        r#"{"type": "comand", "command": "x", "onFailure": "block"}"#,
        r#"{"command": 7, "onFailure": "block"}"#,
        r#"{"command": "x", "onFailure": "blok"}"#,
        r#"{"command": "x", "onFailure": true}"#,
        r#"{"type": 3, "command": "x", "onFailure": "block"}"#,
    ] {
        let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{guard}]}}]}}}}"#);
        let settings = read(&text);
        assert_eq!(settings.hooks.len(), 1, "{guard}");
        assert!(settings.hooks[0].is_guard(), "{guard}");
        assert!(
            settings.hooks[0].handler.why_unloadable().is_some(),
            "{guard}"
        );
        assert!(
            found(&settings)[0].contains("as a guard it counts as failed"),
            "{guard}"
        );
    }
}

#[test]
fn a_guard_in_the_wrong_place_stays_and_fails() {
    for shape in [
        r#"[{"matcher": "Bash", "command": "x", "onFailure": "block"}]"#,
        r#"[{"matcher": "Bash", "hooks": {"command": "x", "onFailure": "block"}}]"#,
        r#"{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}]}"#,
        r#"[[{"matcher": "Bash", "hooks": [{"command": "x", "onFailure": "block"}]}]]"#,
    ] {
        let settings = read(&format!(r#"{{"hooks": {{"PreToolUse": {shape}}}}}"#));
        assert_eq!(settings.hooks.len(), 1, "{shape}");
        let guard = &settings.hooks[0];
        assert!(guard.is_guard(), "{shape}");
        assert!(guard.handler.why_unloadable().is_some(), "{shape}");
        assert_eq!(
            guard.matcher.text().map(|text| &**text),
            Some("Bash"),
            "{shape}"
        );
    }
    let harmless = read(r#"{"hooks": {"PreToolUse": [{"command": "x"}]}}"#);
    assert!(harmless.hooks.is_empty());
}

#[test]
fn a_guard_that_is_switched_off_stays_off_when_it_cannot_be_read() {
    let settings = read(
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"type": "htp", "enabled": false, "if": "Bash(rm *)", "onFailure": "block"}]}]}}"#,
    );
    assert!(!settings.hooks[0].enabled);
    assert_eq!(settings.hooks[0].condition.as_deref(), Some("Bash(rm *)"));
}
