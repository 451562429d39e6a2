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
            found(&settings)[0].contains("` counts as failed"),
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

#[test]
fn a_guard_that_cannot_be_read_keeps_its_name_and_its_command() {
    let shown = |guard: &str| {
        let text = format!(r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{guard}]}}]}}}}"#);
        let settings = read(&text);
        let hook = &settings.hooks[0];
        let message = found(&settings)[0].clone();
        let name = hook.name.to_string();
        assert!(
            message.ends_with(&format!("the guard `{name}` counts as failed")),
            "{message}"
        );
        (name, hook.handler.summary().into_owned())
    };
    let named = r#"{"name": "no-rm", "command": "./rm.sh", "args": ["-x"], "timeout": "5s", "onFailure": "block"}"#;
    assert_eq!(shown(named), ("no-rm".into(), "./rm.sh -x".into()));
    let unnamed = r#"{"type": "command", "command": "./rm.sh", "once": 1, "onFailure": "block"}"#;
    assert_eq!(shown(unnamed), ("./rm.sh".into(), "./rm.sh".into()));
    let url = r#"{"url": "https://me:pw@a.example/x?key=1", "command": 7, "onFailure": "block"}"#;
    let (name, _) = shown(url);
    assert!(!name.contains("pw") && name.contains("a.example"), "{name}");
    let nothing = r#"{"command": 7, "onFailure": "block"}"#;
    assert_eq!(shown(nothing), ("command".into(), "command".into()));
}
