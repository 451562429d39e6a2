//! Requests that are cancelled: by `$/cancel`, and by a client that vanishes.

use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::common::{TestServer, bash, fake, pid_in, until_gone, until_said};

#[tokio::test]
async fn a_cancelled_request_is_an_error_and_its_processes_end() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let world = TestServer::hooks(&[fake(&[
        &format!("pid:{}", pid.display()),
        "say:ready",
        "hang",
    ])]);
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let fired = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    peer.notify("$/cancel", json!({"id": fired})).await;
    assert_eq!(peer.code(fired).await, -32800);
    until_gone(pid_in(&pid)).await;
    // The id may be used again.
    let message =
        json!({"jsonrpc": "2.0", "id": fired, "method": "hooks/has", "params": {"event": "Stop"}});
    peer.say(&message).await;
    assert_eq!(peer.result(fired).await["has"], false);
}

#[tokio::test]
async fn only_the_request_that_is_meant_is_cancelled() {
    let world = TestServer::hooks(&[fake(&["say:ready", "hang"])]);
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    let mut other = world.client().await;
    let first = peer
        .send("hooks/execute", json!({"input": bash("a")}))
        .await;
    until_said(&mut progress, "ready").await;
    let second = peer
        .send("hooks/execute", json!({"input": bash("b")}))
        .await;
    until_said(&mut progress, "ready").await;
    // Of the same id, and another client's.
    other.notify("$/cancel", json!({"id": first})).await;
    other.ask("hooks/has", json!({"event": "Stop"})).await;
    peer.notify("$/cancel", json!({"id": second})).await;
    let answer = peer.hear().await;
    assert_eq!(
        (answer["id"].as_i64(), answer["error"]["code"].as_i64()),
        (Some(second), Some(-32800))
    );
    peer.notify("$/cancel", json!({"id": first})).await;
    assert_eq!(peer.code(first).await, -32800);
}

#[tokio::test]
async fn a_client_that_vanishes_takes_its_dispatches_and_sessions_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let (front, back) = (folder.path().join("front"), folder.path().join("back"));
    let mut background = fake(&[&format!("pid:{}", back.display()), "say:back", "hang"]);
    background["async"] = true.into();
    let world = TestServer::with(&json!({"hooks": {
        "PreToolUse": [{"hooks": [fake(&[&format!("pid:{}", front.display()), "say:front", "hang"])]}],
        "Stop": [{"hooks": [background]}]}}));
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    peer.start("s1").await;
    peer.execute(json!({"sessionId": "s1", "input": crate::common::stop()}))
        .await;
    until_said(&mut progress, "back").await;
    peer.send(
        "hooks/execute",
        json!({"sessionId": "s1", "input": bash("ls")}),
    )
    .await;
    until_said(&mut progress, "front").await;
    drop(peer);
    until_gone(pid_in(&front)).await;
    until_gone(pid_in(&back)).await;
    let mut other = world.client().await;
    // Its session is free as soon as it was ended.
    while other
        .send("session/start", json!({"sessionId": "s1"}))
        .await
        > 0
    {
        let answer = other.hear().await;
        if answer.get("result").is_some() {
            break;
        }
        assert_eq!(answer["error"]["code"], -32006);
    }
}

#[tokio::test]
async fn functions_of_a_client_that_vanishes_fail() {
    let world = TestServer::empty();
    let mut peer = world.client().await;
    peer.start("s1").await;
    let hook = json!({"type": "function", "function": "f", "onFailure": "block"});
    peer.ask(
        "session/addHook",
        json!({"sessionId": "s1", "event": "Stop", "hook": hook}),
    )
    .await;
    peer.send(
        "hooks/execute",
        json!({"sessionId": "s1", "input": crate::common::stop()}),
    )
    .await;
    peer.hear_method("function/call").await;
    let session = world.engine.session("s1");
    drop(peer);
    // Somebody else holds the session still: its hook cannot run any more.
    let stop = snaphook::Input::parse(r#"{"hook_event_name":"Stop"}"#).unwrap();
    let outcome = session.execute(stop).await;
    assert_eq!(
        outcome.hooks[0].error.as_deref(),
        Some("the client disconnected")
    );
}

#[tokio::test]
async fn a_message_that_was_cut_off_is_not_done() {
    let world = TestServer::empty();
    let mut peer = world.client().await;
    peer.write(
        br#"{"jsonrpc":"2.0","id":9,"method":"session/start","params":{"sessionId":"half"}}"#,
    )
    .await;
    peer.writer.shutdown().await.unwrap();
    peer.until_hung_up().await;
    world.client().await.start("half").await;
}
