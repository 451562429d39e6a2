//! What is left of a command's processes, and how many run at once.

use std::sync::Arc;

use serde_json::json;
use snaphook_core::answer::ProcessExit;
use snaphook_exec::Processes;
use snaphook_testkit::fake::fake_hook;
use snaphook_testkit::processes::{is_alive, pid_in, until, until_gone};

use crate::common::*;

/// Waits in a thread of its own, so that the runtime goes on meanwhile.
async fn blocking<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}

#[tokio::test]
async fn cancelling_a_call_ends_the_whole_process_group() {
    let (_folder, own) = folder_with("own");
    let child = own.with_file_name("child");
    let steps = [
        "say:before",
        &step("leave", &child),
        &step("pid", &own),
        "hang",
    ];
    let harness = harness(fake(&steps));
    let call = harness.call(json!({}));
    let stop = call.stop.clone();
    let cancelling = blocking(move || {
        let pids = (pid_in(&own), pid_in(&child));
        stop.cancel();
        pids
    });
    let (response, (own, child)) = tokio::join!(harness.run(call), cancelling);
    let result = process(response);
    assert_eq!(result.ended, ProcessExit::Cancelled);
    assert_eq!(result.stdout.text, "before\n", "what it wrote is kept");
    blocking(move || until_gone(own)).await;
    blocking(move || until_gone(child)).await;
}

#[tokio::test]
async fn a_process_that_ignores_sigterm_is_killed_when_its_call_is_dropped() {
    let (_folder, file) = folder_with("pid");
    let (program, pid) = (fake_hook(), step("pid", &file));
    let text = format!("trap '' TERM; exec '{}' '{pid}' hang", program.display());
    let processes: Arc<Processes> = Arc::default();
    let harness = harness_among(&processes, shell(text));
    let call = harness.call(json!({}));
    let stop = call.stop.clone();
    let pid = tokio::select! {
        response = harness.run(call) => panic!("it never ends: {response:?}"),
        pid = blocking(move || {
            let pid = pid_in(&file);
            stop.cancel();
            pid
        }) => pid,
    };
    processes.all_reaped().await;
    assert!(!is_alive(pid));
}

#[tokio::test]
async fn dropping_a_call_ends_its_process() {
    let (_folder, file) = folder_with("pid");
    let processes: Arc<Processes> = Arc::default();
    let harness = harness_among(&processes, fake(&[&step("pid", &file), "hang"]));
    let call = harness.call(json!({}));
    let pid = tokio::select! {
        response = harness.run(call) => panic!("it never ends: {response:?}"),
        pid = blocking(move || pid_in(&file)) => pid,
    };
    processes.all_reaped().await;
    assert!(!is_alive(pid));
}

#[tokio::test]
async fn an_orphan_that_holds_the_output_does_not_delay_the_answer() {
    let (_folder, file) = folder_with("child");
    let harness = harness(fake(&[&step("leave", &file), "say:done"]));
    let result = process(harness.run(harness.call(json!({}))).await);
    assert_eq!(result.ended, ProcessExit::Exit(0));
    assert_eq!(result.stdout.text, "done\n");
    assert!(result.left_behind);
    // A hook may start a daemon: it stays.
    let pid = pid_in(&file);
    assert!(is_alive(pid));
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test]
async fn a_process_that_never_reads_a_large_input_succeeds() {
    let harness = harness(fake(&["say:done"]));
    let call = harness.call(json!({"text": "x".repeat(1 << 20)}));
    let result = process(harness.run(call).await);
    assert_eq!(
        (result.ended, result.left_behind),
        (ProcessExit::Exit(0), false)
    );
    assert_eq!(result.stdout.text, "done\n");
}

#[tokio::test]
async fn turns_are_limited_and_handed_on() {
    let processes: Arc<Processes> = Arc::new(Processes::with_limit(1));
    let first = processes.admit().await.unwrap();
    assert_eq!(processes.load().processes, 1);
    let waiting = tokio::spawn({
        let processes = Arc::clone(&processes);
        async move { processes.admit().await }
    });
    let watched = Arc::clone(&processes);
    blocking(move || until("nobody waits", || watched.load().waiting == 1)).await;
    drop(first);
    let second = waiting.await.unwrap().unwrap();
    assert_eq!(processes.load().processes, 1);
    assert_eq!(processes.load().waiting, 0);
    drop(second);
    assert_eq!(processes.load().processes, 0);
}
