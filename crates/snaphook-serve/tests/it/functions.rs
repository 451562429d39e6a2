//! Hooks that live in the client's own process.

use serde_json::{Value, json};

use crate::common::{TestServer, bash, stop};
use crate::peer::Peer;

fn function(name: &str) -> Value {
    json!({"type": "function", "function": name})
}

/// A client with a session `s1` that has this function on PreToolUse.
async fn with_function(world: &TestServer, options: Value) -> Peer {
    let mut peer = world.client().await;
    peer.start("s1").await;
    let mut hook = function("guard");
    for (key, value) in options.as_object().unwrap() {
        hook[key] = value.clone();
    }
    let params = json!({"sessionId": "s1", "event": "PreToolUse", "matcher": "Bash", "hook": hook});
    let added = peer.ask("session/addHook", params).await;
    assert!(added["hookId"].is_string());
    peer
}

async fn fire(peer: &mut Peer) -> i64 {
    let params = json!({"sessionId": "s1", "input": bash("make deploy")});
    peer.send("hooks/execute", params).await
}

#[tokio::test]
async fn a_function_is_asked_and_its_answer_counts() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"name": "no deploys"})).await;
    let fired = fire(&mut peer).await;
    let call = peer.hear_method("function/call").await;
    let params = &call["params"];
    assert_eq!(params["function"], "guard");
    assert_eq!(params["name"], "no deploys");
    assert_eq!(params["sessionId"], "s1");
    assert_eq!(params["event"], "PreToolUse");
    assert_eq!(params["input"]["tool_input"]["command"], "make deploy");
    peer.reply(
        &call,
        json!({"decision": "block", "reason": "not on Fridays"}),
    )
    .await;
    let outcome = peer.result(fired).await["outcome"].clone();
    assert_eq!(outcome["blockReason"], "not on Fridays");
    let hook = &outcome["hooks"][0];
    assert_eq!(
        (&hook["name"], &hook["type"]),
        (&json!("no deploys"), &json!("function"))
    );
    assert_eq!(hook["scope"], "session");
}

#[tokio::test]
async fn a_function_with_nothing_to_say_answers_null() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"onFailure": "block"})).await;
    let fired = fire(&mut peer).await;
    let call = peer.hear_method("function/call").await;
    peer.reply(&call, Value::Null).await;
    let outcome = peer.result(fired).await["outcome"].clone();
    assert_eq!(outcome["blocked"], false);
    assert_eq!(outcome["hooks"][0]["status"], "success");
}

#[tokio::test]
async fn an_error_is_a_failure_and_the_policy_decides() {
    for (policy, blocked) in [("continue", false), ("block", true)] {
        let world = TestServer::empty();
        let mut peer = with_function(&world, json!({"onFailure": policy})).await;
        let fired = fire(&mut peer).await;
        let call = peer.hear_method("function/call").await;
        let error = json!({"code": 1, "message": "it broke"});
        peer.say(&json!({"jsonrpc": "2.0", "id": call["id"], "error": error}))
            .await;
        let outcome = peer.result(fired).await["outcome"].clone();
        assert_eq!(outcome["blocked"], blocked);
        assert_eq!(outcome["hooks"][0]["status"], "failed");
        let why = outcome["hooks"][0]["error"].as_str().unwrap();
        assert!(why.contains("it broke"), "{why}");
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_a_failure() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"onFailure": "block"})).await;
    for answer in [
        json!(true),
        json!("ok"),
        json!([]),
        json!({"decision": "maybe"}),
    ] {
        let fired = fire(&mut peer).await;
        let call = peer.hear_method("function/call").await;
        peer.reply(&call, answer.clone()).await;
        let outcome = peer.result(fired).await["outcome"].clone();
        assert_eq!(outcome["hooks"][0]["status"], "failed", "{answer}");
        assert_eq!(outcome["blocked"], true, "{answer}");
    }
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_taken_back() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"timeout": 0.05})).await;
    let fired = fire(&mut peer).await;
    let call = peer.hear_method("function/call").await;
    let taken_back = peer.hear_method("$/cancel").await;
    assert_eq!(taken_back["params"]["id"], call["id"]);
    let outcome = peer.result(fired).await["outcome"].clone();
    assert_eq!(outcome["hooks"][0]["status"], "timedOut");
    // Too late, and nobody minds.
    peer.reply(&call, json!({"decision": "block"})).await;
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

#[tokio::test]
async fn functions_of_the_client_are_in_all_its_sessions_and_outside() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "not-yet", "statusMessage": "looking"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    peer.start("s1").await;
    peer.ask(
        "session/start",
        json!({"sessionId": "s2", "functions": [
        {"event": "Stop", "function": "own"}]}),
    )
    .await;
    for (session, called) in [(None, 1), (Some("s1"), 1), (Some("s2"), 2)] {
        let mut params = json!({"input": stop()});
        if let Some(id) = session {
            params["sessionId"] = id.into();
        } else {
            params["input"]["session_id"] = "mine".into();
        }
        let fired = peer.send("hooks/execute", params).await;
        for _ in 0..called {
            let call = peer.hear_method("function/call").await;
            assert_eq!(call["params"]["sessionId"], session.unwrap_or("mine"));
            peer.reply(&call, json!({"decision": "block", "reason": "work"}))
                .await;
        }
        let outcome = peer.result(fired).await["outcome"].clone();
        assert_eq!(outcome["blocked"], true);
        assert_eq!(outcome["hooks"].as_array().unwrap().len(), called);
    }
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        true
    );
    let explained = peer.ask("hooks/explain", json!({"input": stop()})).await;
    assert_eq!(explained["hooks"][0]["name"], "not-yet");
    // Another client has none of them.
    let mut other = world.client().await;
    assert_eq!(
        other.execute(json!({"input": stop()})).await["hooks"],
        json!([])
    );
}

#[tokio::test]
async fn functions_that_could_never_run_are_refused_at_once() {
    let world = TestServer::empty();
    let mut peer = world.stranger();
    for (function, word) in [
        (
            json!({"event": "PreTolUse", "function": "f"}),
            "did you mean `PreToolUse`",
        ),
        (
            json!({"event": "PreToolUse", "matcher": "(", "function": "f"}),
            "invalid matcher",
        ),
        (
            json!({"event": "PreToolUse", "function": "f", "timeout": 0}),
            "`timeout`",
        ),
        (
            json!({"event": "PreToolUse", "function": "f", "timeout": -1}),
            "`timeout`",
        ),
        (
            json!({"event": "PreToolUse", "function": "f", "onFailure": "explode"}),
            "explode",
        ),
        (json!({"event": "PreToolUse"}), "function"),
        (json!({"function": "f"}), "event"),
    ] {
        let params = json!({"protocolVersion": 1, "functions": [function]});
        let why = peer.why("initialize", params).await;
        assert!(why.contains(word), "{function}: {why}");
    }
    peer.initialize(json!({})).await;
    peer.start("s1").await;
    let hook =
        json!({"sessionId": "s1", "event": "PreToolUse", "matcher": "[", "hook": function("f")});
    assert_eq!(peer.refused("session/addHook", hook).await, -32602);
    let bad = json!({"sessionId": "s9", "functions": [{"event": "PreTolUse", "function": "f"}]});
    assert_eq!(peer.refused("session/start", bad).await, -32602);
    // Nothing is left of it.
    peer.start("s9").await;
}

#[tokio::test]
async fn a_function_that_runs_once_is_called_once() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"once": true})).await;
    let fired = fire(&mut peer).await;
    let call = peer.hear_method("function/call").await;
    peer.reply(&call, Value::Null).await;
    peer.result(fired).await;
    let fired = fire(&mut peer).await;
    let outcome = peer.result(fired).await["outcome"].clone();
    assert_eq!(outcome["hooks"][0]["status"], "skipped");
}

#[tokio::test]
async fn an_error_that_is_none_is_a_failure_all_the_same() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({"onFailure": "block"})).await;
    for error in [
        json!("boom"),
        json!({"code": "x"}),
        json!({"message": "no code"}),
    ] {
        let fired = fire(&mut peer).await;
        let call = peer.hear_method("function/call").await;
        let message = json!({"jsonrpc": "2.0", "id": call["id"], "error": error});
        peer.say(&message).await;
        let outcome = peer.result(fired).await["outcome"].clone();
        assert_eq!(outcome["blockedBy"], "failure", "{outcome}");
    }
}

#[tokio::test]
async fn an_answer_that_is_no_message_fails_the_function() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let mut peer = world.client_with(json!({"functions": functions})).await;
    for (broken, words) in [
        (json!({"jsonrpc": "2.0"}), "`method`, or a `result`"),
        (json!({"jsonrpc": "1.0", "result": {}}), "`jsonrpc`"),
        (json!({"result": {}}), "`jsonrpc`"),
    ] {
        let fired = peer.send("hooks/execute", json!({"input": stop()})).await;
        let call = peer.hear_method("function/call").await;
        let mut broken = broken.clone();
        broken["id"] = call["id"].clone();
        peer.say(&broken).await;
        let outcome = peer.result(fired).await["outcome"].clone();
        let error = outcome["hooks"][0]["error"].as_str().unwrap();
        assert!(error.contains(words), "{error}");
    }
    // Where nobody asked, it is not taken for the answer to a request either.
    peer.say(&json!({"id": 1, "result": {}})).await;
    let answer = peer.hear().await;
    assert_eq!(answer["id"], json!(null));
    assert_eq!(answer["error"]["code"], -32600);
}

#[tokio::test]
async fn a_key_twice_does_not_undo_a_clients_deny() {
    let world = TestServer::empty();
    let mut peer = with_function(&world, json!({})).await;
    let fired = fire(&mut peer).await;
    let call = peer.hear_method("function/call").await;
    let answer = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"decision":"block","reason":"no","decision":"approve"}}}}"#,
        call["id"]
    );
    peer.write(format!("{answer}\n").as_bytes()).await;
    let outcome = peer.result(fired).await["outcome"].clone();
    assert_eq!(outcome["blocked"], true, "{outcome}");
}

#[tokio::test]
async fn an_input_with_a_key_twice_is_refused() {
    let world = TestServer::empty();
    let mut peer = world.client().await;
    peer.start("s1").await;
    for (id, method) in [(901, "hooks/execute"), (902, "permissions/authorize")] {
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"sessionId":"s1","input":{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"ls","command":"rm"}}}}}}}}"#
        );
        peer.write(format!("{request}\n").as_bytes()).await;
        let answer = peer.answer(id).await;
        let why = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(why.contains("duplicate key"), "{method}: {answer}");
    }
}
