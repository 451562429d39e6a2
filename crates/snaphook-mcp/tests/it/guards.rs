//! A guard blocks in each way in which it can fail; other hooks let go.

use serde_json::{Value, json};
use snaphook_core::input::Input;

use crate::common::{HttpServer, fire, harness, hook, server, with};

/// Ways to fail: a name, the server `fake`, the hook.
fn ways(gone: &HttpServer, crashing: &HttpServer) -> Vec<(&'static str, Value, Value)> {
    let fine = || server(&[]);
    let echo = || hook("echo", json!({"text": "fine"}));
    let options =
        |options: &[&str]| server(&options.iter().map(|&o| o.to_owned()).collect::<Vec<_>>());
    let slow = json!({"timeout": 0.05});
    vec![
        (
            "no such server",
            fine(),
            with(echo(), json!({"server": "other"})),
        ),
        ("a definition that is not an object", json!("npx"), echo()),
        (
            "a definition without an address",
            json!({"type": "http"}),
            echo(),
        ),
        (
            "a variable that is not set",
            json!({"command": "${NOT_SET_ANYWHERE}"}),
            echo(),
        ),
        (
            "no such program",
            json!({"command": "/no/such/program"}),
            echo(),
        ),
        ("death at the start", options(&["exit=1"]), echo()),
        (
            "a program that is not a server",
            json!({"command": "true"}),
            echo(),
        ),
        (
            "a start that takes too long",
            options(&["wait=/no/such/file"]),
            with(echo(), slow.clone()),
        ),
        ("no such tool", fine(), hook("other", json!({}))),
        ("an error", fine(), hook("fail", json!({"text": "no"}))),
        ("a crash", fine(), hook("crash", json!({}))),
        ("silence", fine(), with(hook("hang", json!({})), slow)),
        (
            "an answer that is not JSON",
            fine(),
            hook("echo", json!({"text": "{oops}"})),
        ),
        (
            "an answer that is too long",
            fine(),
            hook("big", json!({"size": 10_485_761})),
        ),
        (
            "an input that is not an object",
            fine(),
            hook("echo", json!(["x"])),
        ),
        ("an endpoint that is gone", gone.definition(), echo()),
        (
            "a crash behind HTTP",
            crashing.definition(),
            hook("crash", json!({})),
        ),
    ]
}

#[tokio::test]
async fn a_guard_blocks_in_every_failure_mode_and_lets_go_with_continue() {
    let mut gone = HttpServer::start(0, &["exit=0".to_owned()]);
    gone.wait();
    for (policy, blocks) in [("block", true), ("continue", false)] {
        let crashing = HttpServer::start(0, &[]);
        for (way, fake, hook) in ways(&gone, &crashing) {
            let guard = with(hook, json!({"onFailure": policy}));
            let harness = harness(json!({"fake": fake}), &[guard]);
            let outcome = fire(&harness).await;
            assert_eq!(outcome.blocked, blocks, "{way} with {policy}");
            if blocks {
                let reason = outcome.into_merged().block_reason.unwrap_or_default();
                assert!(reason.contains("onFailure"), "{way}: {reason}");
            }
            harness.close().await;
        }
    }
}

#[tokio::test]
async fn a_guard_that_is_content_blocks_nothing() {
    let guard = with(
        hook("echo", json!({"text": "fine"})),
        json!({"onFailure": "block"}),
    );
    let harness = harness(json!({"fake": server(&[])}), &[guard]);
    assert!(!fire(&harness).await.blocked);
    harness.close().await;
}

#[tokio::test]
async fn a_guard_does_not_look_past_a_field_that_cannot_be_read() {
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let text = format!(
        r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {{"command": "rm", "x": {deep}}}}}"#
    );
    let guard = hook("echo", json!({"text": "${tool_input.command}"}));
    let guard = with(guard, json!({"onFailure": "block"}));
    let harness = harness(json!({"fake": server(&[])}), &[guard]);
    let outcome = harness.fire(Input::parse(&text).unwrap()).await;
    assert!(outcome.blocked);
    harness.close().await;
}
