//! Nothing grows without bound.

use serde_json::json;

use crate::common::{TestServer, bash, builder, stop};

#[tokio::test]
async fn a_line_that_is_too_long_is_skipped() {
    let world = TestServer::limited(builder(), |options| options.limits.message_bytes = 1000);
    let mut peer = world.client().await;
    for length in [1001, 200_000] {
        let mut line = vec![b'x'; length];
        line.push(b'\n');
        peer.write(&line).await;
        let answer = peer.hear().await;
        assert_eq!(answer["error"]["code"], -32700);
        assert!(
            answer["error"]["message"]
                .as_str()
                .unwrap()
                .contains("1000 bytes")
        );
    }
    // One of just that length is read.
    let mut line = vec![b'y'; 1000];
    line.push(b'\n');
    peer.write(&line).await;
    let words = peer.hear().await["error"]["message"].clone();
    assert!(words.as_str().unwrap().starts_with("not JSON"), "{words}");
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

#[tokio::test]
async fn who_has_too_many_requests_in_flight_is_told_to_wait() {
    let world = TestServer::limited(builder(), |options| options.limits.requests_in_flight = 3);
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    let mut fired = Vec::new();
    for _ in 0..2 {
        fired.push(peer.send("hooks/execute", json!({"input": stop()})).await);
    }
    peer.ask("hooks/observe", json!({"input": stop()})).await;
    assert_eq!(
        peer.refused("hooks/has", json!({"event": "Stop"})).await,
        -32004
    );
    // Answers, and what is cancelled, go through all the same.
    for _ in 0..3 {
        let call = peer.hear_method("function/call").await;
        peer.reply(&call, json!(null)).await;
    }
    for id in fired {
        peer.result(id).await;
    }
    peer.ask("hooks/has", json!({"event": "Stop"})).await;
}

#[tokio::test]
async fn the_bytes_of_requests_in_flight_are_counted() {
    let world = TestServer::limited(builder(), |options| options.limits.bytes_in_flight = 10_000);
    let functions = json!([{"event": "PreToolUse", "function": "f"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    // One that is alone may be larger.
    let first = peer
        .send("hooks/execute", json!({"input": bash(&"x".repeat(20_000))}))
        .await;
    assert_eq!(
        peer.refused("hooks/execute", json!({"input": bash("ls")}))
            .await,
        -32004
    );
    let call = peer.hear_method("function/call").await;
    peer.reply(&call, json!(null)).await;
    peer.result(first).await;
    let second = peer
        .send("hooks/execute", json!({"input": bash("ls")}))
        .await;
    let call = peer.hear_method("function/call").await;
    peer.reply(&call, json!(null)).await;
    peer.result(second).await;
}

#[tokio::test]
async fn an_id_that_is_in_flight_is_refused() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    let message = json!({"jsonrpc": "2.0", "id": "same", "method": "hooks/execute", "params": {"input": stop()}});
    peer.say(&message).await;
    let call = peer.hear_method("function/call").await;
    peer.say(&message).await;
    let answer = peer.hear().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!("same"), &json!(-32600))
    );
    peer.reply(&call, json!(null)).await;
    assert!(peer.hear().await["result"]["outcome"].is_object());
}

#[tokio::test]
async fn thousands_of_requests_in_flight_are_all_answered() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    const MANY: usize = 2000;
    let mut ids = std::collections::HashSet::new();
    let mut calls = Vec::new();
    // Written in pieces: who does not read while it writes is not read from.
    for _ in 0..MANY / 100 {
        for _ in 0..100 {
            ids.insert(peer.send("hooks/execute", json!({"input": stop()})).await);
        }
        for _ in 0..100 {
            calls.push(peer.hear_method("function/call").await);
        }
    }
    for call in calls.iter().rev() {
        peer.reply(call, json!({"systemMessage": call["id"].to_string()}))
            .await;
        let answer = peer.hear().await;
        assert!(ids.remove(&answer["id"].as_i64().unwrap()), "{answer}");
        assert_eq!(
            answer["result"]["outcome"]["systemMessages"][0],
            call["id"].to_string()
        );
    }
    assert!(ids.is_empty());
}

#[tokio::test]
async fn sessions_and_their_hooks_are_counted() {
    let world = TestServer::limited(builder(), |options| {
        options.limits.sessions = 2;
        options.limits.hooks = 2;
    });
    let mut peer = world.client().await;
    peer.start("s1").await;
    peer.start("s2").await;
    let third = json!({"sessionId": "s3"});
    assert_eq!(peer.refused("session/start", third.clone()).await, -32004);
    peer.ask("session/end", json!({"sessionId": "s1"})).await;
    // What was refused holds no id.
    peer.ask("session/start", third).await;
    let add = json!({"sessionId": "s2", "event": "Stop", "hook": {"command": "true"}});
    let broken = json!({"sessionId": "s2", "event": "Stop", "hook": {"type": "command"}});
    assert_eq!(peer.refused("session/addHook", broken).await, -32602);
    let first = peer.ask("session/addHook", add.clone()).await;
    peer.ask("session/addHook", add.clone()).await;
    assert_eq!(peer.refused("session/addHook", add.clone()).await, -32004);
    let remove = json!({"sessionId": "s2", "hookId": first["hookId"]});
    peer.ask("session/removeHook", remove).await;
    peer.ask("session/addHook", add).await;
}

#[tokio::test]
async fn functions_are_counted_among_the_hooks_of_a_session() {
    let world = TestServer::limited(builder(), |options| options.limits.hooks = 3);
    let function = json!({"event": "Stop", "function": "f"});
    let mut greedy = world.stranger();
    let functions = json!([function, function, function, function]);
    let params = json!({"protocolVersion": 1, "functions": functions});
    assert_eq!(greedy.refused("initialize", params).await, -32004);
    let mut peer = world.client_with(json!({"functions": [function]})).await;
    let params = json!({"sessionId": "s1", "functions": [function, function, function]});
    assert_eq!(peer.refused("session/start", params).await, -32004);
    let params = json!({"sessionId": "s1", "functions": [function, function]});
    peer.ask("session/start", params).await;
    let add = json!({"sessionId": "s1", "event": "Stop", "hook": {"command": "true"}});
    assert_eq!(peer.refused("session/addHook", add).await, -32004);
}

#[tokio::test]
async fn removing_a_function_makes_room_for_one_hook_and_no_more() {
    let world = TestServer::limited(builder(), |options| options.limits.hooks = 2);
    let mut peer = world.client().await;
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let params = json!({"sessionId": "s1", "functions": functions});
    peer.ask("session/start", params).await;
    let fired = json!({"sessionId": "s1", "input": stop()});
    let explained = peer.ask("hooks/explain", fired).await;
    let remove = json!({"sessionId": "s1", "hookId": explained["hooks"][0]["id"]});
    let removed = peer.ask("session/removeHook", remove).await;
    assert_eq!(removed["removed"], true);
    let add = json!({"sessionId": "s1", "event": "Stop", "hook": {"command": "true"}});
    peer.ask("session/addHook", add.clone()).await;
    peer.ask("session/addHook", add.clone()).await;
    assert_eq!(peer.refused("session/addHook", add).await, -32004);
}

#[tokio::test]
async fn thousands_of_equal_functions_do_not_hold_up_the_others() {
    let world = TestServer::empty();
    let mut peer = world.client().await;
    let functions = vec![json!({"event": "Stop", "function": "f"}); 4096];
    let params = json!({"sessionId": "s1", "functions": functions});
    peer.ask("session/start", params).await;
    let fired = json!({"sessionId": "s1", "input": stop()});
    let explained = peer.ask("hooks/explain", fired).await;
    let hooks = explained["hooks"].as_array().unwrap();
    let ids: std::collections::HashSet<_> = hooks.iter().map(|hook| hook["id"].as_str()).collect();
    assert_eq!(ids.len(), 4096);
}
