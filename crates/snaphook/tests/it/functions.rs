//! Functions of the host as hooks, and what the engine makes of them.

use crate::common::*;
use serde_json::{Value, json};
use snaphook::answer::PermissionDecision;
use snaphook::{Answer, Event, FunctionHook, Strategy};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn deny(name: &str) -> FunctionHook {
    let reason = format!("{name} says no");
    FunctionHook::new("PreToolUse", name, move |_| {
        let reason = reason.clone();
        async move { Answer::deny(reason) }
    })
}

fn rewrite(name: &str, command: &'static str) -> FunctionHook {
    FunctionHook::new(
        "PreToolUse",
        name,
        move |_| async move { rewritten(command) },
    )
}

fn rewritten(command: &str) -> Answer {
    let mut input = serde_json::Map::new();
    input.insert("command".to_owned(), command.into());
    Answer::rewrite(input)
}

#[tokio::test]
async fn a_function_decides_like_any_hook() {
    let engine = builder().function(deny("guard")).build().unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert!(outcome.blocked);
    assert_eq!(outcome.permission_decision, Some(PermissionDecision::Deny));
    assert_eq!(outcome.block_reason.as_deref(), Some("guard says no"));
    assert_eq!(
        outcome.text_for_model().as_deref(),
        Some("PreToolUse: the tool call was refused by guard: guard says no")
    );
}

#[tokio::test]
async fn functions_of_one_row_run_one_after_the_other() {
    let seen = |name: &'static str| {
        FunctionHook::new("PreToolUse", name, move |call| async move {
            let input = call.input.fields().json("tool_input").unwrap();
            Answer::context(format!("{name}: {}", input["command"].as_str().unwrap()))
        })
    };
    let engine = builder()
        .function(rewrite("first", "echo safe").in_row("guards"))
        .function(seen("other row").in_row("others"))
        .function(seen("second").in_row("guards"))
        .function(seen("alone"))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.additional_context,
        ["other row: ls", "second: echo safe", "alone: ls"]
    );

    let engine = builder()
        .function(deny("first").in_row("guards"))
        .function(seen("second").in_row("guards"))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert!(outcome.blocked && outcome.additional_context.is_empty());
}

#[tokio::test]
async fn a_check_blocks_with_its_message_when_it_says_no() {
    for (answer, blocked) in [(true, false), (false, true)] {
        let check =
            FunctionHook::check(
                "Stop",
                "tests",
                "run the tests",
                move |_| async move { answer },
            );
        let engine = builder().function(check).build().unwrap();
        let input = snaphook::Input::parse(r#"{"hook_event_name":"Stop"}"#).unwrap();
        let outcome = fire(&engine, input).await;
        assert_eq!(outcome.blocked, blocked);
        if blocked {
            assert_eq!(
                outcome.text_for_model().as_deref(),
                Some("Stop: feedback from tests: run the tests")
            );
        }
    }
}

#[tokio::test]
async fn errors_panics_and_timeouts_are_failures_and_block_for_a_guard() {
    async fn forever() {
        std::future::pending::<()>().await;
    }
    let hooks = || {
        [
            FunctionHook::new("PreToolUse", "error", |_| async { Err::<(), _>("broken") }),
            FunctionHook::new("PreToolUse", "panic", |call| async move {
                assert!(call.input.event().is_custom(), "a panic in a hook");
            }),
            FunctionHook::new("PreToolUse", "early-panic", |call| {
                assert!(call.input.event().is_custom(), "a panic before the future");
                async {}
            }),
            FunctionHook::new("PreToolUse", "timeout", |_| forever())
                .timeout(Duration::from_millis(20)),
        ]
    };
    let expected = ["failed", "failed", "failed", "timedOut"];
    let mut open = builder();
    let mut guarded = builder();
    for hook in hooks() {
        guarded = guarded.function(hook.clone().block_on_failure());
        open = open.function(hook);
    }
    let outcome = fire(&open.build().unwrap(), call(0)).await;
    assert_eq!(statuses(&outcome), expected);
    assert!(!outcome.blocked);
    let outcome = fire(&guarded.build().unwrap(), call(0)).await;
    assert_eq!(statuses(&outcome), expected);
    assert_eq!(
        outcome.block_reason.as_deref(),
        Some(
            "error failed; blocking because onFailure is \"block\"\nbroken\n\
             panic failed; blocking because onFailure is \"block\"\nthe function panicked\n\
             early-panic failed; blocking because onFailure is \"block\"\nthe function panicked\n\
             timeout timed out; blocking because onFailure is \"block\"\nit did not end within 20ms"
        )
    );
    let json = serde_json::to_value(&outcome).unwrap();
    assert_eq!(json["blockedBy"], "failure");
}

#[tokio::test]
async fn a_function_is_told_when_nobody_waits_any_more() {
    let (told, mut hears) = tokio::sync::mpsc::unbounded_channel();
    let hook = FunctionHook::new("PreToolUse", "listener", move |call| {
        let told = told.clone();
        async move {
            call.stop.cancelled().await;
            told.send(()).unwrap();
        }
    })
    .timeout(Duration::from_millis(20));
    let engine = builder().function(hook).build().unwrap();
    assert_eq!(statuses(&fire(&engine, call(0)).await), ["timedOut"]);
    assert!(hears.recv().await.is_some());
}

#[tokio::test]
async fn the_last_rewrite_in_configured_order_wins_whoever_finishes_last() {
    // The first hook ends only when the second has.
    let second_done = Arc::new(tokio::sync::Notify::new());
    let (waits, tells) = (Arc::clone(&second_done), second_done);
    let first = FunctionHook::new("PreToolUse", "first", move |_| {
        let waits = Arc::clone(&waits);
        async move {
            waits.notified().await;
            rewritten("first")
        }
    });
    let second = FunctionHook::new("PreToolUse", "second", move |_| {
        tells.notify_one();
        async { rewritten("second") }
    });
    let engine = builder().function(first).function(second).build().unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.updated_input,
        Some(json!({"command": "second"}).into())
    );
    assert_eq!(outcome.diagnostics[0].code, "rewrite-conflict");
}

#[tokio::test]
async fn a_denied_call_is_not_rewritten() {
    let engine = builder()
        .function(rewrite("rewrite", "x"))
        .function(deny("guard"))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert!(outcome.blocked);
    assert_eq!(outcome.updated_input, None);
}

#[tokio::test]
async fn in_sequence_each_sees_the_rewrite_before_it_and_a_block_ends_the_row() {
    let echo = |name: &'static str| {
        FunctionHook::new("PreToolUse", name, move |call| async move {
            let mut input: Value = call.input.fields().value("tool_input").unwrap();
            let command = format!("{} {name}", input["command"].as_str().unwrap());
            input["command"] = command.into();
            Answer::rewrite(input.as_object().unwrap().clone())
        })
    };
    let ran = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&ran);
    let engine = builder()
        .strategy(Strategy::InSequence)
        .function(echo("one"))
        .function(echo("two"))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(
        outcome.updated_input.as_ref().unwrap()["command"],
        "ls one two"
    );
    assert!(
        outcome.diagnostics.is_empty(),
        "within a row a rewrite is not a conflict"
    );

    let engine = builder()
        .strategy(Strategy::InSequence)
        .function(deny("guard"))
        .function(FunctionHook::new("PreToolUse", "late", move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            async {}
        }))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["blocked", "skipped"]);
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn settings_cannot_switch_off_a_function_of_the_host() {
    let engine = builder()
        .settings_json(
            r#"{"disableAllHooks": true, "disabledHooks": ["guard"],
            "hooks": {"PreToolUse": [{"hooks": [{"command": "exit 2"}]}]}}"#,
        )
        .function(deny("guard"))
        .build()
        .unwrap();
    let outcome = fire(&engine, call(0)).await;
    assert_eq!(statuses(&outcome), ["blocked"]);
    assert_eq!(outcome.hooks[0].name, "guard");
}

#[tokio::test]
async fn has_and_matchers_tell_what_would_run() {
    let engine = builder()
        .function(deny("guard").matcher("Edit|Write"))
        .tool_alias("Shell", "Write")
        .build()
        .unwrap();
    assert!(engine.has(&Event::resolve("PreToolUse")));
    assert!(!engine.has(&Event::resolve("Stop")));
    assert!(!fire(&engine, call(0)).await.blocked);
    let shell = r#"{"hook_event_name":"PreToolUse","tool_name":"Shell"}"#;
    assert!(
        fire(&engine, snaphook::Input::parse(shell).unwrap())
            .await
            .blocked
    );
}

#[tokio::test]
async fn a_matcher_that_does_not_compile_is_an_error_of_the_host() {
    let error = builder()
        .function(deny("guard").matcher("("))
        .build()
        .unwrap_err();
    assert!(error.to_string().contains("guard"), "{error}");
}

#[tokio::test]
async fn a_custom_event_blocks_and_gives_context() {
    let engine = builder()
        .function(
            FunctionHook::new("Deploy", "a", |_| async {
                Answer::block("frozen").with_context("see the calendar")
            })
            .matcher("prod"),
        )
        .build()
        .unwrap();
    let deploy = |to: &str| {
        let json = json!({"hook_event_name": "Deploy", "matcher_value": to});
        snaphook::Input::parse(&json.to_string()).unwrap()
    };
    let outcome = fire(&engine, deploy("prod")).await;
    assert!(outcome.blocked);
    assert_eq!(outcome.additional_context, ["see the calendar"]);
    assert!(!fire(&engine, deploy("test")).await.blocked);
}

#[tokio::test]
async fn a_panic_in_what_a_function_holds_stays_inside() {
    struct PanickingDrop;
    impl Drop for PanickingDrop {
        fn drop(&mut self) {
            assert!(std::thread::panicking(), "a panic in a destructor");
        }
    }
    let hook = FunctionHook::new("PreToolUse", "bomb", |_| async {
        let _bomb = PanickingDrop;
        std::future::pending::<()>().await;
    })
    .timeout(Duration::from_millis(10));
    let engine = builder().function(hook).build().unwrap();
    assert_eq!(statuses(&fire(&engine, call(0)).await), ["timedOut"]);
}

#[tokio::test]
async fn a_later_file_decides_whether_hooks_are_switched_off() {
    let settings = |off: bool| json!({"disableAllHooks": off, "hooks": {"PreToolUse": [{"hooks": [{"command": "true"}]}]}});
    for (first, last, running) in [(true, false, 1), (false, true, 0)] {
        let engine = builder()
            .settings_json(settings(first).to_string())
            .settings_json(settings(last).to_string())
            .build()
            .unwrap();
        assert_eq!(fire(&engine, call(0)).await.hooks.len(), running);
    }
}

#[tokio::test]
async fn a_function_for_a_misspelt_event_is_an_error_of_the_host() {
    let hook = FunctionHook::new("PreTolUse", "guard", |_| async {}).block_on_failure();
    let error = builder().function(hook).build().unwrap_err();
    assert!(
        error.to_string().contains("did you mean `PreToolUse`?"),
        "{error}"
    );
}
