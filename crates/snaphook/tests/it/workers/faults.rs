//! Every way a worker can misbehave.

use std::time::Duration;

use futures_util::future::join_all;
use snaphook::{CancellationToken, ExecuteOptions, WorkerLimits};

use super::*;

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn a_crash_is_made_up_for_by_another_worker() {
    let (_folder, file) = folder();
    let engine = engine_with(&[worker(json!({}))]);
    let before = process(&engine).await;
    let crash = format!("exit-once:{}", file("crashed").display());
    let (after, id) = said(&fire(&engine, told("x", &crash)).await);
    assert_ne!(before, after);
    assert_eq!(id, "x");
}

#[tokio::test]
async fn a_request_is_asked_twice_and_no_more() {
    let (_folder, file) = folder();
    let engine = engine_with(&[worker_of(
        &["warn:what a day", "work:1"],
        json!({"onFailure": "block"}),
    )]);
    let log = file("log");
    let outcome = fire(&engine, told_with("x", json!({"do": "exit:7", "log": log}))).await;
    failed_with(
        &outcome,
        "its worker ended with exit code 7; its last lines on stderr were: what a day",
    );
    assert!(outcome.blocked);
    assert_eq!(lines_of(&log), ["x", "x"]);
    let outcome = fire(&engine, told("x", "abort")).await;
    failed_with(&outcome, "its worker was ended by signal 6");
    // The next event has a worker.
    process(&engine).await;
}

#[tokio::test]
async fn garbage_is_no_answer_and_ends_the_worker() {
    for (line, words) in [
        (
            "hello there",
            "a line that is not an answer: \\\"hello there\\\"",
        ),
        ("{\"exit\": 2}", "a line that is not an answer"),
        ("{\"id\": 4711}", "an unknown request: id 4711"),
        ("{\"id\": ID, \"exit\": ", "a line that is not an answer"),
    ] {
        let engine = engine_with(&[worker(json!({}))]);
        let before = process(&engine).await;
        let outcome = fire(&engine, told("x", &format!("line:{line}"))).await;
        let words = words.replace("\\\"", "\"");
        failed_with(&outcome, &words);
        assert_ne!(process(&engine).await, before);
        engine.shutdown(Duration::ZERO).await;
        assert!(!is_alive(before));
    }
}

#[tokio::test]
async fn a_second_answer_is_garbage() {
    let engine = engine_with(&[worker(json!({}))]);
    let (before, _) = said(&fire(&engine, told("x", "twice")).await);
    until_gone_async(before).await;
    assert_ne!(process(&engine).await, before);
}

#[tokio::test]
async fn an_answer_may_be_large_but_not_too_large() {
    let engine = engine_with(&[worker(json!({}))]);
    let outcome = fire(&engine, told("x", &format!("big:{}", 9 * MIB))).await;
    assert_eq!(statuses(&outcome), ["success"]);
    let outcome = fire(&engine, told("x", &format!("big:{}", 11 * MIB))).await;
    failed_with(&outcome, "a line of more than 10 MiB");
    process(&engine).await;
}

#[tokio::test]
async fn a_large_input_arrives() {
    let engine = engine_with(&[worker(json!({}))]);
    let input = told_with("large", json!({"padding": "p".repeat(10 * MIB)}));
    assert_eq!(said(&fire(&engine, input).await).1, "large");
}

#[tokio::test]
async fn one_that_closes_a_pipe_is_replaced() {
    let engine = engine_with(&[worker(json!({}))]);
    let before = process(&engine).await;
    let outcome = fire(&engine, told("x", "close")).await;
    failed_with(&outcome, "its worker closed its stdout");
    assert_ne!(process(&engine).await, before);

    let deaf = "exec 0<&-; sleep 300";
    let engine = engine_with(&[json!({"command": deaf, "worker": true})]);
    let outcome = fire(&engine, told("x", "")).await;
    failed_with(&outcome, "its worker closed its stdin");
    engine.shutdown(Duration::ZERO).await;
}

#[tokio::test]
async fn a_timeout_does_not_end_what_others_wait_for() {
    let (_folder, file) = folder();
    let go = file("go");
    let short = worker_of(&["work:8"], json!({"timeout": 0.5, "name": "short"}));
    let mut long = short.clone();
    long["timeout"] = 50.into();
    let settings = json!({"hooks": {"PreToolUse": [
        {"matcher": "Short", "hooks": [short]}, {"matcher": "Long", "hooks": [long]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let call = |tool: &str, what: &str| {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool,
            "tool_use_id": tool, "tool_input": {"do": what}});
        Input::parse(&input.to_string()).unwrap()
    };
    let before = said(&fire(&engine, call("Long", "")).await).0;
    let waiting = fire(&engine, call("Long", &format!("wait:{}", go.display())));
    let (outcome, ()) = tokio::join!(waiting, async {
        let outcome = fire(&engine, call("Short", "forget")).await;
        assert_eq!(statuses(&outcome), ["timedOut"]);
        let error = outcome.hooks[0].error.as_deref();
        assert_eq!(error, Some("it did not end within 500ms"));
        std::fs::write(&go, "").unwrap();
    });
    assert_eq!(said(&outcome), (before, "Long".to_owned()));
}

#[tokio::test]
async fn one_that_hangs_is_replaced() {
    let engine = engine_with(&[worker(json!({"timeout": 3}))]);
    let before = process(&engine).await;
    let outcome = fire(&engine, told("x", "stall")).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    // Nobody waits for the one that hangs, and it is ended.
    assert_ne!(process(&engine).await, before);
    until_gone_async(before).await;
}

#[tokio::test]
async fn what_stood_behind_one_that_hangs_is_asked_again() {
    let stall = worker_of(&["work"], json!({"timeout": 0.5, "name": "stall"}));
    let mut patient = stall.clone();
    patient["timeout"] = 50.into();
    let settings = json!({"hooks": {"PreToolUse": [
        {"matcher": "Stall", "hooks": [stall]}, {"matcher": "Patient", "hooks": [patient]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let call = |tool: &str, what: &str| {
        let input = json!({"hook_event_name": "PreToolUse", "tool_name": tool,
            "tool_use_id": tool, "tool_input": {"do": what}});
        Input::parse(&input.to_string()).unwrap()
    };
    let before = said(&fire(&engine, call("Patient", "")).await).0;
    let (stalled, patient) = tokio::join!(
        fire(&engine, call("Stall", "stall")),
        fire(&engine, call("Patient", ""))
    );
    assert_eq!(statuses(&stalled), ["timedOut"]);
    assert_ne!(said(&patient).0, before);
}

#[tokio::test]
async fn a_late_answer_is_dropped() {
    let engine = engine_with(&[worker(json!({"timeout": 3}))]);
    process(&engine).await;
    let outcome = fire(&engine, told("late", "sleep:5000")).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    // Whoever answers next, it is the right answer.
    assert_eq!(said(&fire(&engine, told("next", "")).await).1, "next");
}

#[tokio::test]
async fn a_timeout_holds_when_a_megabyte_is_not_read() {
    let engine = engine_with(&[json!({"command": "exec sleep 300", "worker": true,
        "timeout": 0.5, "onFailure": "block"})]);
    let outcome = fire(&engine, call(4 * MIB)).await;
    assert_eq!(statuses(&outcome), ["timedOut"]);
    assert!(outcome.blocked);
    engine.shutdown(Duration::ZERO).await;
}

#[tokio::test]
async fn a_cancelled_request_ends_at_once() {
    let (_folder, file) = folder();
    let log = file("log");
    let engine = engine_with(&[worker(json!({}))]);
    let cancel = CancellationToken::new();
    let options = ExecuteOptions {
        cancel: Some(cancel.clone()),
        ..ExecuteOptions::default()
    };
    let input = told_with("x", json!({"do": "forget", "log": log}));
    let (outcome, ()) = tokio::join!(engine.execute_with(input, options), async {
        until(|| lines_of(&log).len() == 1).await;
        cancel.cancel();
    });
    assert_eq!(statuses(&outcome), ["cancelled"]);
    process(&engine).await;
}

#[tokio::test]
async fn one_that_cannot_start_fails_and_is_left_alone_for_a_while() {
    let (_folder, file) = folder();
    let starts = file("starts");
    let add = format!("add:{}", starts.display());
    let engine = engine_with(&[worker_of(&[&add, "warn:no luck", "exit:9"], json!({}))]);
    let outcome = fire(&engine, told("x", "")).await;
    failed_with(
        &outcome,
        "its worker ended with exit code 9; its last lines on stderr were: no luck",
    );
    assert_eq!(lines_of(&starts).len(), 2);
    // Soon nobody waits for the next try.
    let mut outcome = outcome;
    while !outcome.hooks[0]
        .error
        .as_deref()
        .unwrap()
        .contains("in a row")
    {
        outcome = fire(&engine, told("x", "")).await;
    }
    failed_with(&outcome, "times in a row, and is started again in");
    let starts = lines_of(&starts).len();
    assert!((4..12).contains(&starts), "{starts}");
}

#[tokio::test]
async fn many_requests_to_one_that_cannot_start_all_fail() {
    let engine = engine_with(&[worker_of(&["exit:9"], json!({"workerPool": 4}))]);
    let calls = (0..64).map(|number| fire(&engine, told(&number.to_string(), "")));
    for outcome in join_all(calls).await {
        assert_eq!(statuses(&outcome), ["failed"]);
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_says_so() {
    let engine = engine_with(&[json!({"command": "/no/such/program", "args": [],
        "worker": true})]);
    let outcome = fire(&engine, told("x", "")).await;
    failed_with(
        &outcome,
        "its worker cannot be started: No such file or directory",
    );
    let engine = engine_with(&[json!({"command": "no-such-program", "args": [],
        "worker": true})]);
    failed_with(
        &fire(&engine, told("x", "")).await,
        "the program is not on the PATH",
    );
}

#[tokio::test]
async fn one_that_grows_too_large_is_replaced_after_its_answer() {
    let limits = WorkerLimits {
        memory: 64 * MIB as u64,
        ..WorkerLimits::default()
    };
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [worker(json!({}))]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .worker_limits(limits)
        .build()
        .unwrap();
    let before = process(&engine).await;
    assert_eq!(process(&engine).await, before);
    // It is looked at from time to time, not after every answer.
    let grow = format!("grow:{}", 16 * MIB);
    loop {
        let (now, _) = said(&fire(&engine, told("x", &grow)).await);
        if now != before {
            break;
        }
    }
    until_gone_async(before).await;
}

#[tokio::test]
async fn what_it_writes_to_stderr_holds_up_nobody() {
    let engine = engine_with(&[worker_of(&["complain:3000000", "work:1"], json!({}))]);
    process(&engine).await;
}
