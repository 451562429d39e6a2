//! Who gets which request.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn answers_come_in_any_order() {
    for steps in [["work"], ["work:20"]] {
        let engine = engine_with(&[worker_of(&steps, json!({"timeout": 30}))]);
        let calls = (0..20).map(|number| fire(&engine, told(&number.to_string(), "hold:20")));
        let outcomes = join_all(calls).await;
        let pids: HashSet<i32> = outcomes.iter().map(|outcome| said(outcome).0).collect();
        assert_eq!(pids.len(), 1);
        for (number, outcome) in outcomes.iter().enumerate() {
            assert_eq!(said(outcome).1, number.to_string());
        }
    }
}

#[tokio::test]
async fn a_pool_has_as_many_processes_as_it_may_and_needs() {
    let (_folder, file) = folder();
    let starts = file("starts");
    let add = format!("add:{}", starts.display());
    let hook = worker_of(&[&add, "work:1"], json!({"workerPool": 3, "timeout": 30}));
    let engine = engine_with(&[hook]);
    process(&engine).await;
    assert_eq!(lines_of(&starts).len(), 1);
    let (go, log) = (file("go"), file("log"));
    let wait = json!({"do": format!("wait:{}", go.display()), "log": log});
    let calls = (0..6).map(|number| fire(&engine, told_with(&number.to_string(), wait.clone())));
    let (outcomes, ()) = tokio::join!(join_all(calls), async {
        until(|| lines_of(&log).len() == 3).await;
        std::fs::write(&go, "").unwrap();
    });
    let pids: HashSet<i32> = outcomes.iter().map(|outcome| said(outcome).0).collect();
    assert_eq!(pids.len(), 3);
    assert_eq!(lines_of(&starts).len(), 3);
}

#[tokio::test]
async fn nothing_times_out_because_it_waited_for_its_turn() {
    let engine = engine_with(&[worker(json!({"timeout": 4}))]);
    process(&engine).await;
    // Together they take longer than any of them may.
    let calls = (0..5).map(|number| fire(&engine, told(&number.to_string(), "sleep:900")));
    for outcome in join_all(calls).await {
        said(&outcome);
    }
}

#[tokio::test]
async fn equal_commands_share_their_workers() {
    let named = |name: &str, more: Value| {
        let mut hook = worker(json!({"name": name, "if": format!("Bash({name})")}));
        for (key, value) in more.as_object().unwrap() {
            hook[key] = value.clone();
        }
        hook
    };
    let engine = engine_with(&[
        named("a", json!({"timeout": 30})),
        named("b", json!({"onFailure": "block"})),
        named("c", json!({"env": {"A": "1"}})),
    ]);
    let mut pids = Vec::new();
    for name in ["a", "b", "c", "a"] {
        let input = told_with(name, json!({"command": name}));
        pids.push(said(&fire(&engine, input).await).0);
    }
    assert_eq!(pids[0], pids[1]);
    assert_ne!(pids[0], pids[2]);
    assert_eq!(pids[0], pids[3]);
}

#[tokio::test]
async fn sessions_share_workers() {
    let engine = engine_with(&[worker(json!({}))]);
    let mut pids = HashSet::new();
    for number in 0..5 {
        let session = engine.session(&number.to_string());
        pids.insert(said(&run(&session, told("x", "")).await).0);
    }
    assert_eq!(pids.len(), 1);
    engine.shutdown(Duration::ZERO).await;
}
