//! What `tracing` is told: spans of dispatches and hooks, and their fields.

use std::time::Duration;

use serde_json::json;
use snaphook::observe::{DISPATCH, HOOK};
use snaphook::{Answer, FunctionHook, Input};

use crate::common::*;
use snaphook_testkit::spans::SpanRecorder;

#[tokio::test]
async fn a_dispatch_has_a_span_and_each_hook_that_runs_one_below_it() {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        fake_with(&["warn:s3cret", "exit:2"], json!({"name": "s3cret"})),
        {"command": "true # s3cret", "enabled": false},
    ]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .function(FunctionHook::new("PreToolUse", "audit", |_| async {
            Answer::context("s3cret")
        }))
        .build()
        .unwrap();
    let recorder = SpanRecorder::listen();
    let outcome = fire(&engine, call(0)).await;
    assert!(outcome.blocked);

    let spans = recorder.spans();
    let names: Vec<_> = spans.iter().map(|span| (span.name, span.parent)).collect();
    assert_eq!(
        names,
        [(DISPATCH, None), (HOOK, Some(0)), (HOOK, Some(0))],
        "a hook that is skipped has no span"
    );
    let dispatch = &spans[0];
    for (field, expected) in [
        ("event", "PreToolUse"),
        ("decision", "deny"),
        ("blocked", "true"),
        ("managed_only", "false"),
        ("hooks", "3"),
        ("hooks.success", "1"),
        ("hooks.blocked", "1"),
        ("hooks.skipped", "1"),
        ("hooks.failed", ""),
        ("hooks.command", "2"),
        ("hooks.function", "1"),
    ] {
        assert_eq!(dispatch.get(field), expected, "{field}");
    }
    let guard = &spans[1];
    for (field, expected) in [
        ("event", "PreToolUse"),
        ("hook", outcome.hooks[0].id.as_str()),
        ("type", "command"),
        ("scope", "explicit"),
        ("decision", "deny"),
        ("status", "blocked"),
        ("exit_code", "2"),
    ] {
        assert_eq!(guard.get(field), expected, "{field}");
    }
    let audit = &spans[2];
    for (field, expected) in [
        ("type", "function"),
        ("scope", "host"),
        ("decision", ""),
        ("status", "success"),
        ("exit_code", ""),
    ] {
        assert_eq!(audit.get(field), expected, "{field}");
    }
    assert_eq!(dispatch.events, ["dispatch ended"]);
    assert_eq!(guard.events, ["hook ended"]);
    for span in &spans {
        assert!(span.closed);
        assert!(span.get("duration_ms").parse::<f64>().unwrap() >= 0.0);
        assert!(!format!("{span:?}").contains("s3cret"), "{span:?}");
    }
}

#[tokio::test]
async fn a_background_hooks_span_outlives_its_dispatch() {
    let (_folder, file) = folder();
    let go = file("go");
    let wait = format!("wait:{}", go.display());
    let engine = engine_with(&[
        fake_with(&[&wait, "exit:2"], json!({"asyncRewake": true})),
        fake(&["say:{\"async\":true}", &wait, "exit:3"]),
    ]);
    let recorder = SpanRecorder::listen();
    let session = engine.session("a");
    let outcome = tokio::time::timeout(HANG, session.execute(call(0)))
        .await
        .unwrap();
    assert_eq!(statuses(&outcome), ["background", "background"]);
    let spans = recorder.spans();
    assert_eq!(spans[0].get("hooks.background"), "2");
    assert_eq!(spans[0].events, ["dispatch ended"]);
    assert!(spans[1..].iter().all(|span| !span.closed));
    assert!(spans[1..].iter().all(|span| span.get("status").is_empty()));

    std::fs::write(go, "").unwrap();
    session.end(HANG).await;
    let spans = recorder.spans();
    assert_eq!(
        spans.len(),
        3,
        "one span per hook, also of one that detached"
    );
    for (span, code) in spans[1..].iter().zip(["2", "3"]) {
        assert_eq!(span.parent, Some(0));
        assert_eq!(span.get("exit_code"), code);
        assert_eq!(span.events, ["hook ended"]);
        assert!(span.closed);
    }
    assert_eq!(spans[1].get("status"), "blocked");
    assert_eq!(spans[2].get("status"), "failed");
}

#[tokio::test]
async fn an_event_without_hooks_is_one_span() {
    let engine = engine_with(&[fake(&["read"])]);
    let recorder = SpanRecorder::listen();
    let stop = Input::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
    fire(&engine, stop).await;
    let spans = recorder.spans();
    assert_eq!(spans.len(), 1);
    assert_eq!(spans[0].get("event"), "Stop");
    assert_eq!(spans[0].get("hooks"), "0");
    assert_eq!(spans[0].get("blocked"), "false");
}

#[tokio::test]
async fn it_shows_when_only_managed_hooks_may_run() {
    let settings = json!({"disableAllHooks": true, "hooks": {"Stop": [{"hooks": [fake(&[])]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let recorder = SpanRecorder::listen();
    let stop = Input::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
    fire(&engine, stop).await;
    let spans = recorder.spans();
    assert_eq!(spans[0].get("managed_only"), "true");
    assert_eq!(spans[0].get("hooks"), "0");
}

#[tokio::test]
async fn a_functions_own_spans_are_inside_its_hooks() {
    let function = FunctionHook::new("PreToolUse", "look", |_| async {
        tokio::task::yield_now().await;
        drop(tracing::info_span!("mine"));
        Answer::default()
    });
    let engine = builder().function(function).build().unwrap();
    let recorder = SpanRecorder::listen();
    fire(&engine, call(0)).await;
    let spans = recorder.spans();
    assert_eq!((spans[2].name, spans[2].parent), ("mine", Some(1)));
}

#[tokio::test]
async fn a_session_knows_how_long_its_host_waited() {
    let engine = builder()
        .function(FunctionHook::new("PreToolUse", "slow", |_| async {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }))
        .function(FunctionHook::new("Stop", "never", |_| {
            std::future::pending::<Answer>()
        }))
        .build()
        .unwrap();
    let session = engine.session("a");
    assert_eq!(session.hook_time(), Duration::ZERO);
    session.execute(call(0)).await;
    let first = session.hook_time();
    assert!(first >= Duration::from_millis(20));
    session.execute(call(0)).await;
    assert!(session.hook_time() >= first + Duration::from_millis(20));
    assert!(session.take_hook_time() > first);
    assert_eq!(session.hook_time(), Duration::ZERO);

    // Time spent on an event that was given up is spent all the same.
    let stop = Input::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
    let patience = Duration::from_millis(10);
    let given_up = tokio::time::timeout(patience, session.execute(stop)).await;
    assert!(given_up.is_err());
    assert!(session.take_hook_time() >= patience);
    // Nobody waits for what is only observed.
    session.observe(call(0));
    session.clone().end(HANG).await;
    assert_eq!(session.hook_time(), Duration::ZERO);
}
