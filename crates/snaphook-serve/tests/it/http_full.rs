//! Clients over HTTP that read nothing, or ask for more than there is room for.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::common::{TestServer, bash, builder, fake, stop};
use crate::http_peer::{HttpPeer, listen};

/// More than may wait to be read.
fn large() -> Value {
    bash(&"x".repeat(1_200_000))
}

#[tokio::test]
async fn a_session_ends_though_nobody_reads_its_notices() {
    let mut background = fake(&[r#"say:{"systemMessage":"later"}"#]);
    background["async"] = true.into();
    let world = TestServer::with(&json!({"hooks": {"Stop": [{"hooks": [background]}]}}));
    let functions = json!([{"event": "PreToolUse", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    // Nobody reads the call: there is no room for more.
    peer.ask("hooks/observe", json!({"input": large()})).await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let session = world.engine.session("s1");
    peer.ask("hooks/execute", json!({"sessionId": "s1", "input": stop()}))
        .await;
    session.until_quiet().await;
    // Whoever tells the client of it has taken the notice by then.
    peer.ask("hooks/has", json!({"event": "Stop"})).await;
    let ended = peer.ask("session/end", json!({"sessionId": "s1"})).await;
    assert_eq!(ended["notices"][0]["text"], "later");
}

#[tokio::test]
async fn requests_that_wait_leave_room_for_the_answers_of_functions() {
    // Eight connections, of which four may wait for hooks.
    let world = TestServer::limited(builder(), |options| options.clients = 2);
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    let mut events = peer.events().await;
    let executes = (0..10).map(|id| {
        let params = json!({"input": stop()});
        let message =
            json!({"jsonrpc": "2.0", "id": id, "method": "hooks/execute", "params": params});
        let peer = &peer;
        async move { peer.say(&message).await.1 }
    });
    let answering = async {
        // Nobody is answered before as many wait as may.
        let mut calls = Vec::new();
        for _ in 0..4 {
            calls.push(events.hear("function/call").await);
        }
        for call in &calls {
            peer.reply(call, Value::Null).await;
        }
        loop {
            let call = events.hear("function/call").await;
            peer.reply(&call, Value::Null).await;
        }
    };
    let answers: Vec<Value> = tokio::select! {
        answers = join_all(executes) => answers,
        () = answering => unreachable!(),
    };
    for answer in &answers {
        let refused = answer["error"]["code"] == -32004;
        assert!(refused || answer["result"].is_object(), "{answer}");
    }
    let done = answers.iter().filter(|one| one["result"].is_object());
    assert!(done.count() >= 4, "{answers:?}");
}
