//! When workers end.

use std::time::Duration;

use snaphook::WorkerLimits;

use super::*;

#[tokio::test]
async fn an_idle_worker_ends_and_another_is_started() {
    let limits = WorkerLimits {
        idle: Duration::from_millis(50),
        ..WorkerLimits::default()
    };
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [worker(json!({}))]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .worker_limits(limits)
        .build()
        .unwrap();
    let before = process(&engine).await;
    until_gone_async(before).await;
    assert_ne!(process(&engine).await, before);
}

#[tokio::test]
async fn a_shutdown_ends_every_worker() {
    let (_folder, file) = folder();
    let stubborn = format!(
        "trap '' TERM; '{}' add:{} work:1; sleep 300",
        snaphook_testkit::fake::fake_hook().display(),
        file("member").display()
    );
    let hooks = [
        worker(json!({"name": "good"})),
        json!({"command": stubborn, "worker": true, "name": "stubborn"}),
    ];
    let engine = engine_with(&hooks);
    let outcome = fire(&engine, told("x", "")).await;
    assert_eq!(statuses(&outcome), ["success", "success"]);
    let pids: Vec<i32> = outcome
        .system_messages
        .iter()
        .map(|text| text.split_once(' ').unwrap().0.parse().unwrap())
        .collect();
    assert!(pids.iter().all(|pid| is_alive(*pid)));
    tokio::time::timeout(HANG, engine.shutdown(Duration::ZERO))
        .await
        .unwrap();
    assert!(pids.iter().all(|pid| !is_alive(*pid)));
    // Later events run nothing.
    let outcome = fire(&engine, told("x", "")).await;
    assert_eq!(statuses(&outcome), ["skipped", "skipped"]);
}

#[tokio::test]
async fn workers_end_with_their_engine() {
    let engine = engine_with(&[worker(json!({}))]);
    let pid = process(&engine).await;
    drop(engine);
    until_gone_async(pid).await;
}

#[test]
fn workers_end_with_their_runtime() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let engine = engine_with(&[worker(json!({}))]);
    let pid = runtime.block_on(process(&engine));
    assert!(is_alive(pid));
    drop(runtime);
    until_gone(pid);
    // The engine goes on in another.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let next = runtime.block_on(process(&engine));
    assert_ne!(next, pid);
    runtime.block_on(engine.shutdown(Duration::ZERO));
    assert!(!is_alive(next));
}

#[tokio::test]
async fn a_worker_that_ends_by_itself_is_no_failure() {
    let engine = engine_with(&[
        json!({"command": "head -n 1 | sed 's/,.*/}/'", "worker": true,
        "onFailure": "block"}),
    ]);
    for _ in 0..5 {
        let outcome = fire(&engine, told("x", "")).await;
        assert_eq!(statuses(&outcome), ["success"], "{outcome:?}");
    }
}
