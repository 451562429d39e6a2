//! Clients that say that they go, and servers that do.

use std::task::Poll;
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::common::{HANG, TestServer, bash, builder, fake, until_said};

#[tokio::test]
async fn shutdown_is_answered_last_and_then_the_server_hangs_up() {
    let world = TestServer::empty();
    let mut peer = world.client().await;
    peer.start("s1").await;
    assert_eq!(peer.ask("shutdown", json!({})).await, json!({}));
    peer.until_hung_up().await;
    world.client().await.start("s1").await;
}

#[tokio::test]
async fn with_patience_what_is_in_flight_is_answered_before() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let world = TestServer::hooks(&[fake(&["say:ready", &format!("wait:{}", go.display())])]);
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let fired = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    let leaving = peer.send("shutdown", json!({"patienceMs": 60_000})).await;
    // Nothing more is taken, and its end may be closed.
    assert_eq!(
        peer.refused("hooks/has", json!({"event": "Stop"})).await,
        -32003
    );
    peer.writer.shutdown().await.unwrap();
    std::fs::write(&go, "").unwrap();
    assert_eq!(peer.result(fired).await["outcome"]["blocked"], false);
    assert_eq!(peer.result(leaving).await, json!({}));
    peer.until_hung_up().await;
}

#[tokio::test]
async fn without_patience_what_is_in_flight_is_cancelled() {
    let world = TestServer::hooks(&[fake(&["say:ready", "hang"])]);
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let fired = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    let leaving = peer.send("shutdown", json!({})).await;
    assert_eq!(peer.code(fired).await, -32800);
    assert_eq!(peer.result(leaving).await, json!({}));
    peer.until_hung_up().await;
}

#[tokio::test]
async fn a_server_that_ends_lets_what_is_in_flight_finish() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let hook = fake(&["say:ready", &format!("wait:{}", go.display())]);
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let world = TestServer::limited(builder().settings_json(settings.to_string()), |options| {
        options.grace = HANG;
    });
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let fired = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    let server = world.server.clone();
    let ending = tokio::spawn(async move { server.end().await });
    // From some moment on nothing is taken any more.
    while peer.send("hooks/has", json!({"event": "Stop"})).await > 0 {
        let answer = peer.hear().await;
        if answer["error"]["code"] == -32003 {
            break;
        }
    }
    std::fs::write(&go, "").unwrap();
    assert_eq!(peer.result(fired).await["outcome"]["blocked"], false);
    peer.until_hung_up().await;
    ending.await.unwrap();
}

#[tokio::test]
async fn what_does_not_finish_in_time_is_cancelled_and_told() {
    let hook = fake(&["say:ready", "hang"]);
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let world = TestServer::limited(builder().settings_json(settings.to_string()), |options| {
        options.grace = Duration::ZERO;
    });
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let idle = world.client().await;
    let fired = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    world.server.end().await;
    assert_eq!(peer.code(fired).await, -32800);
    peer.until_hung_up().await;
    drop(idle);
    // A client that connects now is refused.
    let mut late = world.stranger();
    late.until_hung_up().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_does_not_keep_a_server_from_ending() {
    let world = TestServer::limited(builder(), |options| options.grace = Duration::ZERO);
    let mut peer = world.client().await;
    let writing = async {
        loop {
            peer.write(b"nope\n").await;
        }
    };
    until_stuck(writing).await;
    let ending = tokio::time::timeout(HANG, world.server.end());
    ending.await.expect("the server does not end");
}

/// Goes on until nothing happens however often it is tried: all tasks of a test
/// take turns on one thread.
async fn until_stuck(doing: impl Future<Output = ()>) {
    let mut doing = std::pin::pin!(doing);
    let mut tries = 0;
    while tries < 10_000 {
        let polled = std::future::poll_fn(|context| Poll::Ready(doing.as_mut().poll(context)));
        match polled.await {
            Poll::Ready(()) => return,
            Poll::Pending => tries += 1,
        }
        tokio::task::yield_now().await;
    }
}
