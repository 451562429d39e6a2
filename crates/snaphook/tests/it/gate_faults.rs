//! The gate under faults: whatever goes wrong, every invocation has one start,
//! one end, and its post-hooks ran.

use snaphook::prelude::*;
use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::gate::{
    Gate, HookFailure, Permit, PostHook, PreHook, TARGET, ToolCall, ToolFailure, ToolResult,
};
use snaphook::{CancellationToken, Engine};
use tokio::sync::oneshot;

use crate::common::HANG;
use crate::gate::{Notes, echo, gate_of};
use snaphook_testkit::spans::SpanRecorder;

/// A gate with a post-hook before and after one that fails.
fn gate(engine: &Engine, notes: &Notes) -> Gate {
    gate_of(engine)
        .post(notes.post("first"))
        .post(PostHook::new("broken", |_| async {
            Err::<(), _>("no disk")
        }))
        .post(PostHook::new("panics", |_| async {
            panic!("post") as Result<(), String>
        }))
        .post(notes.post("last"))
}

/// Checks the log of all invocations: one start, one end, and each of the
/// post-hooks in between.
fn assert_whole(recorder: &SpanRecorder, invocations: usize) {
    let mut phases: HashMap<String, Vec<String>> = HashMap::new();
    for event in recorder.events(TARGET) {
        let of = phases
            .entry(event.get("invocation").to_owned())
            .or_default();
        of.push(
            format!("{} {}", event.get("phase"), event.get("hook"))
                .trim()
                .to_owned(),
        );
    }
    assert_eq!(phases.len(), invocations);
    for (id, phases) in phases {
        assert_eq!(phases.first().map(String::as_str), Some("start"), "{id}");
        assert_eq!(phases.last().map(String::as_str), Some("end"), "{id}");
        for once in [
            "start",
            "result",
            "post first",
            "post broken",
            "post panics",
            "post last",
            "end",
        ] {
            let count = phases.iter().filter(|phase| *phase == once).count();
            assert_eq!(count, 1, "{once} of {id}: {phases:?}");
        }
    }
}

#[tokio::test]
async fn a_tool_that_errors_panics_or_hangs_gets_its_post_hooks() {
    let recorder = SpanRecorder::listen();
    let engine = Engine::builder().build().unwrap();
    let notes = Notes::default();
    let gate = gate(&engine, &notes);
    let errors = gate
        .execute("Bash", json!({}), |_| async { Err::<Value, _>("exit 1") })
        .await;
    assert_eq!(
        errors.result,
        ToolResult::Failed(ToolFailure::Error("exit 1".into()))
    );
    let panics = gate
        .execute("Bash", json!({}), |_| async {
            panic!("tool") as Result<Value, String>
        })
        .await;
    assert_eq!(panics.result, ToolResult::Failed(ToolFailure::Panicked));
    let panics_at_once = gate
        .execute(
            "Bash",
            json!({}),
            |_| -> std::future::Ready<Result<Value, String>> { panic!("before there is a future") },
        )
        .await;
    assert_eq!(
        panics_at_once.result,
        ToolResult::Failed(ToolFailure::Panicked)
    );
    let limit = Duration::from_millis(20);
    let hangs = gate
        .call(ToolCall::new("Bash", json!({})).timeout(limit), |_| {
            pending::<Result<Value, String>>()
        })
        .await;
    assert_eq!(
        hangs.result,
        ToolResult::Failed(ToolFailure::TimedOut(limit))
    );
    assert_eq!(hangs.failures.len(), 2);
    let results = ["failed", "panicked", "panicked", "timedOut"];
    let expected: Vec<String> = results
        .iter()
        .flat_map(|result| {
            [
                format!("post first {result}"),
                format!("post last {result}"),
            ]
        })
        .collect();
    assert_eq!(notes.all(), expected);
    assert_whole(&recorder, 4);
}

#[tokio::test]
async fn a_cancelled_tool_gets_its_post_hooks() {
    let recorder = SpanRecorder::listen();
    let engine = Engine::builder().build().unwrap();
    let notes = Notes::default();
    let token = CancellationToken::new();
    let call = ToolCall::new("Bash", json!({})).cancel(token.clone());
    let gated = gate(&engine, &notes)
        .call(call.clone(), |_| async move {
            token.cancel();
            pending::<Result<Value, String>>().await
        })
        .await;
    assert_eq!(gated.result, ToolResult::Failed(ToolFailure::Cancelled));
    // Cancelled before it began: the tool does not run.
    let gated = gate(&engine, &notes)
        .call(call, |_| async {
            panic!("must not run") as Result<Value, String>
        })
        .await;
    assert_eq!(gated.result, ToolResult::Failed(ToolFailure::Cancelled));
    assert_eq!(notes.all().len(), 4);
    assert_whole(&recorder, 2);
}

#[tokio::test]
async fn a_call_that_is_dropped_at_any_point_is_finished_by_the_engine() {
    let recorder = SpanRecorder::listen();
    let engine = Engine::builder().build().unwrap();
    let notes = Notes::default();

    // In a pre-hook, in the tool, in a post-hook.
    let (reached, mut at) = tokio::sync::mpsc::unbounded_channel();
    let (in_pre, in_tool, in_post) = (reached.clone(), reached.clone(), reached);
    let (go_on, gone_on) = oneshot::channel::<()>();
    let waiting_post = std::sync::Mutex::new(Some(gone_on));
    let hangs_before = gate(&engine, &notes).pre(PreHook::new("hangs", move |_| {
        in_pre.send("pre").unwrap();
        pending::<Permit>()
    }));
    let hangs_after = gate(&engine, &notes).post(PostHook::new("waits", move |_| {
        let gone_on = waiting_post.lock().unwrap().take();
        in_post.send("post").unwrap();
        async move { gone_on.unwrap().await }
    }));
    tokio::select! {
        _ = hangs_before.execute("Bash", json!({}), echo) => panic!("it hangs"),
        _ = at.recv() => {}
    }
    let hangs_inside = gate(&engine, &notes);
    tokio::select! {
        _ = hangs_inside.execute("Bash", json!({}), |_| async {
            in_tool.send("tool").unwrap();
            pending::<Result<Value, String>>().await
        }) => panic!("it hangs"),
        _ = at.recv() => {}
    }
    tokio::select! {
        _ = hangs_after.execute("Bash", json!({}), echo) => panic!("it waits"),
        _ = at.recv() => {}
    }
    go_on.send(()).unwrap();
    tokio::time::timeout(HANG, engine.shutdown(HANG))
        .await
        .unwrap();
    let noted = notes.all();
    assert_eq!(
        noted
            .iter()
            .filter(|note| note.starts_with("post last"))
            .count(),
        3,
        "{noted:?}"
    );
    assert_whole(&recorder, 3);
}

#[tokio::test(start_paused = true)]
async fn a_pre_hook_that_fails_refuses_only_if_it_is_a_guard() {
    let recorder = SpanRecorder::listen();
    let engine = Engine::builder().build().unwrap();
    let notes = Notes::default();
    let times_out =
        || PreHook::new("slow", |_| pending::<Permit>()).timeout(Duration::from_secs(1));
    let errs = || PreHook::new("errs", |_| async { Err::<Permit, _>("no network") });
    let panics = || PreHook::new("panics", |_| async { panic!("pre") as Permit });
    for (name, hook) in [
        ("slow", times_out()),
        ("errs", errs()),
        ("panics", panics()),
    ] {
        let lenient = gate(&engine, &notes).pre(hook.clone());
        let gated = lenient.execute("Bash", json!({}), echo).await;
        assert!(gated.result.value().is_some(), "{name}");
        assert_eq!(&*gated.failures[0].hook, name);
        let guarded = gate(&engine, &notes).pre(hook.block_on_failure());
        let gated = guarded.execute("Bash", json!({}), echo).await;
        assert_eq!(
            gated.result_for_model().text,
            format!("{name} failed; blocking because onFailure is \"block\"")
        );
    }
    assert_whole(&recorder, 6);
}

#[tokio::test]
async fn a_configured_guard_that_times_out_refuses_and_another_hook_does_not() {
    use crate::common::{builder, fake_with};
    for (policy, refused) in [("continue", false), ("block", true)] {
        let hook = fake_with(&["hang"], json!({"timeout": 0.05, "onFailure": policy}));
        let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
        let engine = builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap();
        let notes = Notes::default();
        let gated = gate(&engine, &notes).execute("Bash", json!({}), echo).await;
        assert_eq!(
            matches!(gated.result, ToolResult::Denied(_)),
            refused,
            "{policy}"
        );
        assert_eq!(notes.all().len(), 2);
        engine.shutdown(HANG).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_calls_at_once_each_pass_their_hooks() {
    let engine = Engine::builder().build().unwrap();
    let seen = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = |name: &'static str| {
        let seen = std::sync::Arc::clone(&seen);
        (name, move || {
            seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        })
    };
    let (pre, noted_before) = count("pre");
    let (post, noted_after) = count("post");
    let gate = gate_of(&engine)
        .pre(PreHook::new(pre, move |_| {
            noted_before();
            async {}
        }))
        .post(PostHook::new(post, move |_| {
            noted_after();
            async {}
        }));
    let calls: Vec<_> = (0..10_000)
        .map(|number| {
            let gate = gate.clone();
            tokio::spawn(async move { gate.execute("Read", json!(number), echo).await })
        })
        .collect();
    let mut ids = std::collections::HashSet::new();
    for (number, call) in calls.into_iter().enumerate() {
        let gated = call.await.unwrap();
        assert_eq!(gated.result, ToolResult::Done(json!(number).into()));
        ids.insert(gated.id);
    }
    assert_eq!(ids.len(), 10_000);
    assert_eq!(seen.load(std::sync::atomic::Ordering::Relaxed), 20_000);
}

#[tokio::test]
async fn a_host_that_panics_when_it_is_told_gets_its_post_hooks_all_the_same() {
    let recorder = SpanRecorder::listen();
    let engine = Engine::builder().build().unwrap();
    let notes = Notes::default();
    let gate = gate(&engine, &notes)
        .results(Arc::new(|_: uuid::Uuid, _: &ToolResult| panic!("sink")))
        .errors(Arc::new(|_: uuid::Uuid, _: &HookFailure| panic!("handler")));
    let done = gate.execute("Bash", json!({}), echo).await;
    assert_eq!(done.result, ToolResult::Done(json!({}).into()));
    let failed: Vec<_> = done.failures.iter().map(|failure| &*failure.hook).collect();
    assert_eq!(failed, ["the result sink", "broken", "panics"]);
    assert_whole(&recorder, 1);
}
