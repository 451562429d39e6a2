//! What callbacks answer: JSON in the protocol's shape, and typed answers.

use std::time::Duration;

use serde_json::{Value, json};
use snaphook_core::answer::Answer;
use snaphook_core::answer::{AnswerDecision, PermissionDecision};
use snaphook_runner::CallbackAnswer;
use snaphook_runner::{CallbackGroup, Runner};

use super::fire;

/// What one callback's JSON becomes; nothing when it was skipped.
async fn read(event: &str, json: Value) -> Option<CallbackAnswer> {
    let runner = Runner::builder()
        .on(
            event,
            CallbackGroup::all().callback("one", move |_| {
                let json = json.clone();
                async { json }
            }),
        )
        .build()
        .unwrap();
    let mut answers = fire(&runner, event, json!({"tool_name": "Bash"})).await;
    answers.pop().map(|answered| answered.answer)
}

fn specific(field: &str, value: &str) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", field: value}})
}

#[tokio::test]
async fn an_async_answer_is_in_the_list_and_decides_nothing() {
    for (json, expected) in [
        (json!({"async": true}), None),
        (json!({"async": true, "asyncTimeout": null}), None),
        (json!({"async": true, "asyncTimeout": 1.5}), Some(1.5)),
        (
            json!({"async": true, "asyncTimeout": 90, "systemMessage": "x"}),
            Some(90.0),
        ),
    ] {
        let timeout = expected.map(Duration::from_secs_f64);
        let detached = CallbackAnswer::Async { timeout };
        assert_eq!(
            read("PreToolUse", json.clone()).await,
            Some(detached),
            "{json}"
        );
    }
    for wrong in [
        json!({"async": "yes"}),
        json!({"async": true, "asyncTimeout": "1"}),
        json!({"async": true, "asyncTimeout": 0}),
        json!({"async": true, "asyncTimeout": -1}),
        json!({"async": true, "asyncTimeout": 1e300}),
    ] {
        assert_eq!(read("PreToolUse", wrong.clone()).await, None, "{wrong}");
    }
    let said = json!({"async": false, "asyncTimeout": "not looked at"});
    let empty = CallbackAnswer::from(Answer::default());
    assert_eq!(read("PreToolUse", said).await, Some(empty));
}

#[tokio::test]
async fn json_is_read_in_the_protocols_shape() {
    for (json, expected) in [
        (json!({}), Answer::default()),
        (json!(null), Answer::default()),
        (json!({"mine": 1, "reason": null}), Answer::default()),
        (specific("permissionDecision", "allow"), Answer::allow()),
        (
            json!({"decision": "block", "reason": "no"}),
            Answer::block("no"),
        ),
        (
            json!({"continue": false, "stopReason": "no"}),
            Answer::stop("no"),
        ),
        (specific("additionalContext", "hi"), Answer::context("hi")),
        // Not honoured on this event, so not even checked.
        (specific("worktreePath", "/w"), Answer::default()),
    ] {
        let answer = read("PreToolUse", json.clone()).await;
        assert_eq!(answer, Some(expected.into()), "{json}");
    }
    let go_on = CallbackAnswer::go_on(Answer::default());
    assert_eq!(read("Stop", json!({"continue": true})).await, Some(go_on));
}

#[tokio::test]
async fn json_that_does_not_fit_is_skipped() {
    for wrong in [
        json!("allow"),
        json!([]),
        json!(true),
        json!({"continue": "no"}),
        json!({"systemMessage": 5}),
        json!({"decision": "perhaps"}),
        specific("permissionDecision", "perhaps"),
        json!({"hookSpecificOutput": {"hookEventName": "Stop", "permissionDecision": "allow"}}),
    ] {
        assert_eq!(read("PreToolUse", wrong.clone()).await, None, "{wrong}");
    }
}

#[tokio::test]
async fn nothing_beside_a_deny_can_void_it() {
    for beside in [
        json!({"systemMessage": 5}),
        json!({"async": true}),
        json!({"async": "yes"}),
        json!({"async": true, "asyncTimeout": "soon"}),
    ] {
        let mut json = json!({"decision": "block", "reason": "no", "suppressOutput": true});
        for (key, value) in beside.as_object().unwrap() {
            json[key] = value.clone();
        }
        let denial = Some(Answer::block("no").into());
        assert_eq!(read("PreToolUse", json.clone()).await, denial, "{json}");
    }
    let wrong_event = json!({"hookSpecificOutput":
        {"hookEventName": "Stop", "permissionDecision": "deny", "updatedInput": {}}});
    let answer = read("PreToolUse", wrong_event).await;
    let Some(CallbackAnswer::Answer { answer, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(answer.permission, Some(PermissionDecision::Deny));
    assert_eq!(answer.updated_input, None);
}

#[tokio::test]
async fn typed_answers_are_held_to_their_event_too() {
    let runner = Runner::builder()
        .on(
            "Stop",
            CallbackGroup::all().callback("odd", |_| async {
                let mut answer = Answer::block("more to do");
                answer.permission = Some(PermissionDecision::Allow);
                CallbackAnswer::go_on(answer)
            }),
        )
        .build()
        .unwrap();
    let answers = fire(&runner, "Stop", json!({})).await;
    let answer = answers[0].answer().unwrap();
    assert_eq!(
        (answer.decision, answer.permission),
        (Some(AnswerDecision::Block), None)
    );
    assert!(answers[0].goes_on());
}
