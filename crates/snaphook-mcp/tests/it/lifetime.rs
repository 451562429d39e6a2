//! When servers start, and when they end.

use serde_json::json;

use crate::common::{
    assert_contains, error, fire_one, folder, harness, hook, is_there, option, pids, said, server,
    until, with,
};

#[tokio::test]
async fn one_server_serves_all_calls_and_ends_with_the_factory() {
    let (_kept, file) = folder();
    let echo = |text: &str| hook("echo", json!({"text": text}));
    let harness = harness(
        json!({"fake": server(&[option("pid", &file("pid"))])}),
        &[echo("one"), echo("two"), echo("three")],
    );
    assert!(pids(&file("pid")).is_empty());
    let calls = [0, 1, 2].map(|number| fire_one(&harness, number));
    let entries = futures_util::future::join_all(calls).await;
    let texts: Vec<_> = entries.iter().map(said).collect();
    assert_eq!(texts, ["one", "two", "three"]);
    let started = pids(&file("pid"));
    assert_eq!(started.len(), 1);
    assert!(is_there(started[0]));
    harness.close().await;
    assert!(!is_there(started[0]));
}

#[tokio::test]
async fn a_crash_fails_the_call_and_the_next_call_starts_anew() {
    let (_kept, file) = folder();
    let options = [
        option("pid", &file("pid")),
        "warn=about to crash".to_owned(),
    ];
    let harness = harness(
        json!({"fake": server(&options)}),
        &[
            hook("crash", json!({})),
            hook("echo", json!({"text": "back"})),
        ],
    );
    assert_eq!(said(&fire_one(&harness, 1).await), "back");
    let message = fire_one(&harness, 0).await;
    assert_contains(error(&message), "exit code 7");
    assert_contains(error(&message), "about to crash");
    // Nobody made the call a second time.
    assert_eq!(pids(&file("pid")).len(), 1);
    assert_eq!(said(&fire_one(&harness, 1).await), "back");
    assert_eq!(pids(&file("pid")).len(), 2);
    harness.close().await;
    assert!(pids(&file("pid")).into_iter().all(|pid| !is_there(pid)));
}

#[tokio::test]
async fn a_crash_is_seen_also_when_another_process_holds_the_pipes() {
    let harness = harness(
        json!({"fake": server(&["hold".to_owned()])}),
        &[hook("crash", json!({}))],
    );
    assert_contains(error(&fire_one(&harness, 0).await), "exit code 7");
    harness.close().await;
}

#[tokio::test]
async fn a_slow_start_costs_the_hook_its_time_and_nobody_else_the_server() {
    let (_kept, file) = folder();
    let options = [option("pid", &file("pid")), option("wait", &file("go"))];
    let echo = hook("echo", json!({"text": "at last"}));
    let harness = harness(
        json!({"fake": server(&options)}),
        &[with(echo.clone(), json!({"timeout": 0.05})), echo],
    );
    assert_eq!(fire_one(&harness, 0).await.status.as_str(), "timedOut");
    let patient = fire_one(&harness, 1);
    let ready = async {
        until("the server", || !pids(&file("pid")).is_empty()).await;
        std::fs::write(file("go"), "").unwrap();
    };
    let (patient, ()) = tokio::join!(patient, ready);
    assert_eq!(said(&patient), "at last");
    assert_eq!(pids(&file("pid")).len(), 1);
    harness.close().await;
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_and_the_server_stays() {
    let (_kept, file) = folder();
    let files = json!({"started": file("started"), "cancelled": file("cancelled")});
    let harness = harness(
        json!({"fake": server(&[option("pid", &file("pid"))])}),
        &[
            with(hook("hang", files), json!({"timeout": 5})),
            hook("echo", json!({"text": "still here"})),
        ],
    );
    {
        let hanging = fire_one(&harness, 0);
        let started = until("the call", || file("started").exists());
        tokio::select! {
            _ = hanging => panic!("it never answers"),
            () = started => {}
        }
    }
    until("the cancellation", || file("cancelled").exists()).await;
    assert_eq!(said(&fire_one(&harness, 1).await), "still here");
    assert_eq!(pids(&file("pid")).len(), 1);
    harness.close().await;
}

#[tokio::test]
async fn a_server_that_dies_at_its_start_leaves_its_last_words() {
    let options = ["warn=no licence".to_owned(), "exit=3".to_owned()];
    let harness = harness(
        json!({"fake": server(&options), "gone": {"command": "no-such-program-anywhere"}}),
        &[
            hook("echo", json!({})),
            with(hook("echo", json!({})), json!({"server": "gone"})),
        ],
    );
    let entry = fire_one(&harness, 0).await;
    assert_contains(
        error(&entry),
        "exit code 3; its last lines on stderr were: no licence",
    );
    let entry = fire_one(&harness, 1).await;
    assert_contains(error(&entry), "failed to start `no-such-program-anywhere`");
    harness.close().await;
}

#[tokio::test]
async fn a_shutdown_ends_a_server_that_is_still_starting() {
    let (_kept, file) = folder();
    let options = [option("pid", &file("pid")), option("wait", &file("never"))];
    let harness = harness(
        json!({"fake": server(&options)}),
        &[hook("echo", json!({}))],
    );
    tokio::select! {
        _ = fire_one(&harness, 0) => panic!("it never starts"),
        () = until("the server", || !pids(&file("pid")).is_empty()) => {}
    }
    harness.close().await;
    assert!(!is_there(pids(&file("pid"))[0]));
}

#[tokio::test]
async fn a_server_ends_with_a_factory_that_is_only_dropped() {
    let (_kept, file) = folder();
    let servers = json!({"fake": server(&[option("pid", &file("pid"))])});
    let harness = harness(servers, &[hook("echo", json!({"text": "x"}))]);
    assert_eq!(said(&fire_one(&harness, 0).await), "x");
    drop(harness);
    let pid = pids(&file("pid"))[0];
    until("the end of the server", || !is_there(pid)).await;
}
