//! Commands that stay and answer many calls.

use std::sync::Arc;

use serde_json::{Value, json};
use snaphook_core::answer::{Failure, Response};
use snaphook_core::hook::{CommandDef, WorkerDef};
use snaphook_exec::{CommandFactory, HandlerFactory, Processes};
use snaphook_testkit::handlers::{HandlerHarness, hook_with};
use snaphook_testkit::processes::{is_alive, until_gone};

use crate::common::*;

fn worker(steps: &[&str]) -> CommandDef {
    CommandDef {
        worker: Some(WorkerDef::default()),
        ..fake(steps)
    }
}

/// The process that answers a call.
async fn answering(harness: &HandlerHarness) -> i32 {
    let result = process(harness.run(harness.call(json!({}))).await);
    let answer: Value = serde_json::from_str(&result.stdout.text).unwrap();
    let message = answer["systemMessage"].as_str().unwrap();
    let (pid, call) = message.split_once(' ').unwrap();
    assert_eq!(call, "call");
    pid.parse().unwrap()
}

#[tokio::test]
async fn one_process_answers_many_calls_and_ends_with_its_factory() {
    let processes: Arc<Processes> = Arc::default();
    let factory = CommandFactory::new(Arc::clone(&processes));
    let harness = HandlerHarness::new(&factory, hook_with(worker(&["work:1"])));
    let pid = answering(&harness).await;
    assert_eq!(answering(&harness).await, pid);
    assert_eq!(processes.load().workers, 1);
    factory.close().await;
    assert!(!is_alive(pid));
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("shut down"), "{why}");
}

#[tokio::test]
async fn hooks_with_equal_commands_share_a_worker() {
    let factory = CommandFactory::new(Arc::default());
    let harness = |def| HandlerHarness::new(&factory, hook_with(def));
    let [one, equal, other] = [["work:1"], ["work:1"], ["work:2"]];
    let (one, equal) = (harness(worker(&one)), harness(worker(&equal)));
    let other = harness(worker(&other));
    let pid = answering(&one).await;
    assert_eq!(answering(&equal).await, pid);
    assert_ne!(answering(&other).await, pid);
    factory.close().await;
}

#[tokio::test]
async fn a_request_that_lost_its_worker_is_retried_once() {
    let (_folder, file) = folder_with("crashed");
    let harness = harness(worker(&["warn:last words", "work:1"]));
    let once = harness.call(json!({"do": step("exit-once", &file)}));
    process(harness.run(once).await);
    let always = harness.call(json!({"do": "exit:7"}));
    let why = failure(harness.run(always).await);
    assert!(why.contains("exit code 7"), "{why}");
    assert!(why.contains("stderr were: last words"), "{why}");
    // The next call starts another worker.
    answering(&harness).await;
}

#[tokio::test]
async fn a_line_that_is_not_an_answer_ends_the_worker() {
    let harness = harness(worker(&["work:1"]));
    let pid = answering(&harness).await;
    let garbage = harness.call(json!({"do": "line:hello there"}));
    let why = failure(harness.run(garbage).await);
    assert!(why.contains("hello there"), "{why}");
    let gone = tokio::task::spawn_blocking(move || until_gone(pid));
    gone.await.unwrap();
    assert_ne!(answering(&harness).await, pid);
}

#[tokio::test]
async fn a_cancelled_request_ends_at_once_and_others_are_answered() {
    let (_folder, file) = folder_with("go");
    let harness = harness(worker(&["work:8"]));
    answering(&harness).await;
    let call = harness.call(json!({"do": step("wait", &file)}));
    call.stop.cancel();
    match harness.run(call).await {
        Response::Failure(failure) => assert_eq!(failure, Failure::cancelled()),
        other => panic!("{other:?}"),
    }
    answering(&harness).await;
    std::fs::write(&file, "").unwrap();
}
