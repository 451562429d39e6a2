//! What the engine decides between selecting and merging.

use serde_json::json;
use snaphook::Input;

use crate::common::*;

#[tokio::test]
async fn a_guard_runs_when_the_tools_name_cannot_be_read() {
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": ".+", "hooks": [
        {"command": "exit 2", "onFailure": "block"}, {"command": "true"}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let input = Input::parse(r#"{"hook_event_name":"PreToolUse","tool_name":5}"#).unwrap();
    let outcome = fire(&engine, input).await;
    assert_eq!(statuses(&outcome), ["blocked"]);
    let codes = outcome.diagnostics.iter().map(|one| one.code);
    let codes: Vec<_> = codes.collect();
    assert_eq!(
        codes,
        ["tool-name-missing", "value-unreadable", "value-unreadable"]
    );
}

#[tokio::test]
async fn in_a_row_a_rewrite_is_seen_also_where_there_was_no_input() {
    let rewrite = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"a":1}}}"#;
    let hooks = [
        fake(&[&format!("say:{rewrite}")]),
        json!({"command": "grep -q '\"tool_input\":{\"a\":1}'"}),
    ];
    let settings = json!({"hooks": {"PreToolUse": [{"sequential": true, "hooks": hooks}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let input = Input::parse(r#"{"hook_event_name":"PreToolUse","tool_name":"X"}"#).unwrap();
    assert_eq!(
        statuses(&fire(&engine, input).await),
        ["success", "success"]
    );
}

#[tokio::test]
async fn a_worktree_that_cannot_be_looked_at_is_not_gone() {
    let settings = json!({"hooks": {"WorktreeRemove": [{"hooks": [{"command": "exit 1"}]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let (folder, file) = folder();
    let there = file("there");
    std::fs::create_dir(&there).unwrap();
    for (path, blocked) in [
        (json!("there"), true),
        (json!("gone"), false),
        (json!("there\u{0}"), true),
    ] {
        let input = json!({"hook_event_name": "WorktreeRemove", "worktree_path": path,
            "cwd": folder.path().to_string_lossy()});
        let outcome = fire(&engine, Input::parse(&input.to_string()).unwrap()).await;
        assert_eq!(outcome.blocked, blocked, "{path}");
    }
}
