//! Sessions and functions of the host in other dialects than the default.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use snaphook::{Answer, BuildError, FunctionHook, Progress};

use super::*;
use crate::common::{HANG, fire, run, stop};

#[tokio::test]
async fn session_hooks_come_after_the_configured_ones_and_a_block_ends_the_row() {
    let first = json!({"command": "[ ! -e blocks ] || exit 2", "name": "configured"});
    let engine = gen_engine(&json!({"hooks": {"PreToolUse": [{"hooks": [first]}]}}));
    let folder = tempfile::tempdir().unwrap();
    let session = engine.session("s");
    session.add_function_unchecked(FunctionHook::new("PreToolUse", "added", |_| async {}));
    let mut call = bash("ls");
    call["cwd"] = json!(folder.path());
    let outcome = run(&session, input(&engine, call.clone())).await;
    let both = [("configured", "success"), ("added", "success")];
    assert_eq!(entries(&outcome), both);
    std::fs::write(folder.path().join("blocks"), "").unwrap();
    let outcome = run(&session, input(&engine, call)).await;
    let first_only = [("configured", "blocked"), ("added", "skipped")];
    assert_eq!(entries(&outcome), first_only);
}

#[tokio::test]
async fn functions_have_the_matchers_of_the_dialect() {
    let deny = |name: &str| {
        FunctionHook::new("PreToolUse", name, |_| async { Answer::deny("no") })
            .matcher("Bash(git:*)")
    };
    let engine = speaking(Gen).function(deny("engines")).build().unwrap();
    let session = engine.session("s");
    session.add_function_unchecked(deny("sessions"));
    let outcome = run(&session, input(&engine, bash("ls"))).await;
    assert_eq!(entries(&outcome), []);
    let outcome = run(&session, input(&engine, bash("git push"))).await;
    let expected = [("engines", "blocked"), ("sessions", "skipped")];
    assert_eq!(entries(&outcome), expected);
    // A hook that is added by its definition, too.
    session.clear_hooks();
    let hook = json!({"command": "exit 2"});
    session
        .add_hook("PostToolUse", Some("Bash(git:*)"), &hook)
        .unwrap();
    let mut after = bash("git push");
    after["hook_event_name"] = json!("PostToolUse");
    assert!(run(&session, input(&engine, after.clone())).await.blocked);
    after["tool_input"]["command"] = json!("ls");
    assert!(!run(&session, input(&engine, after)).await.blocked);
}

#[tokio::test]
async fn once_is_at_most_once_also_for_events_at_the_same_time() {
    let hooks = [
        json!({"command": "cat >/dev/null"}),
        json!({"command": "exit 1", "name": "once", "once": true}),
    ];
    let engine = gen_engine(&json!({"hooks": {"Stop": [{"hooks": hooks}]}}));
    let session = engine.session("s");
    // Both are planned before the first hook of either has ended.
    let both = tokio::join!(run(&session, stop()), run(&session, stop()));
    let mut statuses = [
        both.0.hooks[1].status.as_str(),
        both.1.hooks[1].status.as_str(),
    ];
    statuses.sort_unstable();
    assert_eq!(statuses, ["failed", "skipped"]);
}

#[tokio::test]
async fn every_dialect_has_both_calls() {
    for dialect in HAND_WRITTEN {
        let ran = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&ran);
        let hook = FunctionHook::new("PreToolUse", "count", move |_| {
            let counted = Arc::clone(&counted);
            async move {
                counted.fetch_add(1, Ordering::SeqCst);
                Answer::deny("no")
            }
        });
        let named = snaphook_dialects::named(dialect.name()).unwrap();
        let engine = builder().dialect(named).function(hook).build().unwrap();
        let session = engine.session("s");
        let mut progress = engine.subscribe();
        let outcome = run(&session, input(&engine, bash("ls"))).await;
        assert!(outcome.blocked, "{}", dialect.name());
        // Observed, it is only recorded.
        session.observe(input(&engine, bash("ls")));
        tokio::time::timeout(HANG, session.until_quiet())
            .await
            .expect("the observed event hangs");
        assert_eq!(ran.load(Ordering::SeqCst), 2, "{}", dialect.name());
        assert!(session.drain_notices().is_empty());
        let mut recorded = 0;
        while let Ok(step) = progress.try_recv() {
            recorded += usize::from(matches!(step, Progress::Finished { .. }));
        }
        assert_eq!(recorded, 2, "{}", dialect.name());
    }
}

#[tokio::test]
async fn a_host_may_use_the_names_of_its_dialect_or_canonical_ones() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let hook = |event: &str| {
        let seen = Arc::clone(&seen);
        FunctionHook::new(event, event, move |call| {
            let text = call.input.fields().text("last_assistant_message");
            seen.lock().unwrap().push(text.unwrap().into_owned());
            async {}
        })
    };
    let engine = speaking(Cagent)
        .function(hook("after_llm_call"))
        .function(hook("AfterLlmCall"))
        .build()
        .unwrap();
    assert!(engine.has(&engine.event("after_llm_call")));
    assert!(engine.has(&engine.event("AfterLlmCall")));
    for fields in [
        json!({"hook_event_name": "after_llm_call", "stop_response": "native"}),
        json!({"hook_event_name": "AfterLlmCall", "last_assistant_message": "canonical"}),
    ] {
        assert_eq!(fire(&engine, input(&engine, fields)).await.hooks.len(), 2);
    }
    let seen = seen.lock().unwrap().join(" ");
    assert_eq!(seen, "native native canonical canonical");
}

#[test]
fn a_function_for_a_misspelt_event_hears_the_dialects_own_name() {
    let slip = FunctionHook::new("pre_tool_usee", "f", |_| async {});
    match speaking(Cagent).function(slip).build() {
        Err(BuildError::Event { near, .. }) => assert_eq!(near, "pre_tool_use"),
        other => panic!("{other:?}"),
    }
}
