//! For which values the groups of the runner are, and what is not a matcher.

use std::time::Duration;

use serde_json::json;
use snaphook_runner::{CallbackGroup, Runner, RunnerError};

use super::{call, fire, names};

#[tokio::test]
async fn matchers_are_names_globs_or_expressions() {
    for (matcher, tool, expected) in [
        ("", "Bash", true),
        ("*", "Bash", true),
        ("Bash", "Bash", true),
        ("Bash", "BashOutput", false),
        ("Edit, Write", "Write", true),
        // Globs: the whole name.
        ("mcp__*", "mcp__memory__read", true),
        ("mcp__*", "my_mcp__memory", false),
        ("mcp__*", "mcp_", false),
        ("mcp__memory__*", "mcp__files__read", false),
        ("Edit|mcp__*", "mcp__memory__read", true),
        ("Edit|mcp__*", "Edit", true),
        ("Edit|mcp__*", "MultiEdit", false),
        ("Edit | *Read|", "NotebookRead", true),
        ("*Edit", "MultiEdit", true),
        ("Rea?", "Read", true),
        ("Rea?", "Rea", false),
        // Expressions: found anywhere.
        ("mcp__.*", "mcp__memory__read", true),
        ("mcp__.*", "my_mcp__memory", true),
        ("^(Edit|Write)$", "Write", true),
        ("^Edit*$", "Edi", true),
        // Other names of the same tool.
        ("Task", "Agent", true),
        ("Tas?", "Agent", true),
        ("^Task$", "Agent", true),
        ("She*", "Bash", true),
        ("She*", "Edit", false),
    ] {
        let runner = Runner::builder()
            .tool_alias("Bash", "Shell")
            .on(
                "PreToolUse",
                CallbackGroup::matching(matcher).callback("it", |_| async {}),
            )
            .build()
            .unwrap();
        let ran = !fire(&runner, "PreToolUse", call(tool)).await.is_empty();
        assert_eq!(ran, expected, "{matcher} on {tool}");
    }
}

#[tokio::test]
async fn a_value_that_is_missing_or_no_string_is_only_for_those_who_take_all() {
    for input in [json!({}), json!({"tool_name": ""}), json!({"tool_name": 5})] {
        let runner = Runner::builder()
            .on(
                "PreToolUse",
                CallbackGroup::matching("**").callback("glob", |_| async {}),
            )
            .on(
                "PreToolUse",
                CallbackGroup::matching(".").callback("expression", |_| async {}),
            )
            .on(
                "PreToolUse",
                CallbackGroup::matching("*").callback("all", |_| async {}),
            )
            .build()
            .unwrap();
        let answers = fire(&runner, "PreToolUse", input.clone()).await;
        assert_eq!(names(&answers), ["all"], "{input}");
    }
}

#[tokio::test]
async fn other_events_match_on_their_own_field_and_know_no_tools() {
    let runner = Runner::builder()
        .on(
            "Deploy",
            CallbackGroup::matching("prod-*|Task").callback("it", |_| async {}),
        )
        // Nothing to match on: the matcher is ignored, as in settings.
        .on(
            "Stop",
            CallbackGroup::matching("Bash").callback("it", |_| async {}),
        )
        // File names and dashes: not the set of names, so an expression.
        .on(
            "FileChanged",
            CallbackGroup::matching("a-b*").callback("it", |_| async {}),
        )
        .build()
        .unwrap();
    for (event, input, expected) in [
        ("Deploy", json!({"matcher_value": "prod-eu"}), 1),
        ("Deploy", json!({"matcher_value": "test"}), 0),
        ("Deploy", json!({"matcher_value": "Agent"}), 0),
        ("Stop", json!({}), 1),
        ("FileChanged", json!({"file_path": "/p/xa-"}), 1),
        ("FileChanged", json!({"file_path": "/p/ab"}), 0),
    ] {
        let ran = fire(&runner, event, input.clone()).await.len();
        assert_eq!(ran, expected, "{event} {input}");
    }
}

#[test]
fn what_would_never_run_is_an_error_at_registration() {
    let error = |event: &str, group: CallbackGroup| {
        let first = CallbackGroup::all().callback("fine", |_| async {});
        let builder = Runner::builder().on("PreToolUse", first).on(event, group);
        builder.build().unwrap_err()
    };
    let misspelt = error("PreTolUse", CallbackGroup::all());
    assert!(matches!(
        misspelt,
        RunnerError::Event {
            near: "PreToolUse",
            ..
        }
    ));
    assert!(misspelt.to_string().contains("did you mean `PreToolUse`?"));
    let broken = error("PreToolUse", CallbackGroup::matching("mcp__(*"));
    assert!(matches!(broken, RunnerError::Matcher { group: 1, .. }));
    let words = broken.to_string();
    assert!(
        words.contains("`mcp__(*` of group 1 of `PreToolUse`"),
        "{words}"
    );
    let timeless = error("PreToolUse", CallbackGroup::all().timeout(Duration::ZERO));
    assert!(matches!(timeless, RunnerError::Timeout { group: 1, .. }));
}
