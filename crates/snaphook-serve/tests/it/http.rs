//! Clients over HTTP: they do what others do.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::common::{HANG, TestServer, bash, builder, fake, pid_in, stop, until_gone, until_said};
use crate::http_peer::{HttpPeer, listen, listen_with};

#[tokio::test]
async fn requests_are_answered_where_they_were_sent() {
    let world = TestServer::hooks(&[fake(&["warn:no", "exit:2"])]);
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let result = peer
        .ask("hooks/execute", json!({"input": bash("ls")}))
        .await;
    assert_eq!(result["outcome"]["blocked"], true);
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    assert_eq!(
        peer.refused("session/start", json!({"sessionId": "s1"}))
            .await,
        -32006
    );
    let notification =
        json!({"jsonrpc": "2.0", "method": "session/end", "params": {"sessionId": "s1"}});
    assert_eq!(
        peer.say(&notification).await,
        (StatusCode::ACCEPTED, Value::Null)
    );
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
}

#[tokio::test]
async fn functions_and_notices_come_as_events() {
    let say = r#"say:{"systemMessage":"later"}"#;
    let mut background = fake(&[say]);
    background["async"] = true.into();
    let world = TestServer::hooks(&[background]);
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    let mut events = peer.events().await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let answering = async {
        let call = events.hear("function/call").await;
        assert_eq!(call["params"]["function"], "f");
        peer.reply(&call, json!({"decision": "block", "reason": "work"}))
            .await;
    };
    let execute = peer.ask("hooks/execute", json!({"input": stop(), "sessionId": "s1"}));
    let (result, ()) = tokio::join!(execute, answering);
    assert_eq!(result["outcome"]["blockReason"], "work");
    peer.ask(
        "hooks/execute",
        json!({"input": bash("ls"), "sessionId": "s1"}),
    )
    .await;
    assert_eq!(events.hear("hooks/notice").await["params"]["text"], "later");
}

#[tokio::test]
async fn a_new_stream_takes_over_and_hears_what_was_not_answered() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    let mut first = peer.events().await;
    let answering = async {
        let call = first.hear("function/call").await;
        let mut second = peer.events().await;
        assert_eq!(second.hear("function/call").await, call);
        assert_eq!(first.next().await, None);
        peer.reply(&call, json!({"decision": "block", "reason": "work"}))
            .await;
    };
    let execute = peer.ask("hooks/execute", json!({"input": stop()}));
    let (result, ()) = tokio::join!(execute, answering);
    assert_eq!(result["outcome"]["blocked"], true);
}

#[tokio::test]
async fn what_was_said_before_the_stream_is_not_lost() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    let execute = peer.ask("hooks/execute", json!({"input": stop()}));
    let answering = async {
        let mut events = peer.events().await;
        let call = events.hear("function/call").await;
        peer.reply(&call, Value::Null).await;
    };
    let (result, ()) = tokio::join!(execute, answering);
    assert_eq!(result["outcome"]["hooks"][0]["status"], "success");
}

#[tokio::test]
async fn a_request_that_is_given_up_ends_its_hooks() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let world = TestServer::hooks(&[fake(&[
        &format!("pid:{}", pid.display()),
        "say:ready",
        "hang",
    ])]);
    let mut progress = world.engine.subscribe();
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let execute = peer.ask("hooks/execute", json!({"input": bash("ls")}));
    tokio::select! {
        _ = execute => panic!("it was answered"),
        () = until_said(&mut progress, "ready") => {}
    }
    until_gone(pid_in(&pid)).await;
}

#[tokio::test]
async fn a_request_is_cancelled_by_another() {
    let world = TestServer::hooks(&[fake(&["say:ready", "hang"])]);
    let mut progress = world.engine.subscribe();
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let cancelling = async {
        until_said(&mut progress, "ready").await;
        let cancel = json!({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": 1}});
        assert_eq!(peer.say(&cancel).await.0, StatusCode::ACCEPTED);
    };
    let execute = peer.refused("hooks/execute", json!({"input": bash("ls")}));
    let (code, ()) = tokio::join!(execute, cancelling);
    assert_eq!(code, -32800);
}

#[tokio::test]
async fn a_client_that_is_silent_is_gone_with_its_sessions() {
    let world = TestServer::empty();
    let address = listen_with(&world, |options| options.idle = Duration::from_secs(3)).await;
    let listening = HttpPeer::connect(address, json!({})).await;
    let events = listening.events().await;
    let peer = HttpPeer::connect(address, json!({})).await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let mut other = world.client().await;
    let noticed = async {
        loop {
            let params = json!({"sessionId": "s1"});
            let id = other.send("session/start", params).await;
            if other.answer(id).await.get("result").is_some() {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(HANG, noticed)
        .await
        .expect("nobody notices that it says nothing");
    assert_eq!(
        peer.get("/events").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
    // One that listens is not silent.
    listening.ask("hooks/has", json!({"event": "Stop"})).await;
    drop(events);
}

#[tokio::test]
async fn shutdown_ends_the_client_and_its_stream() {
    let world = TestServer::empty();
    let address = listen(&world).await;
    let peer = HttpPeer::connect(address, json!({})).await;
    let mut events = peer.events().await;
    assert_eq!(peer.ask("shutdown", json!({})).await, json!({}));
    assert_eq!(events.next().await, None);
    assert_eq!(
        peer.get("/events").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn more_clients_than_may_be_are_refused() {
    let world = TestServer::limited(builder(), |options| options.clients = 1);
    let address = listen(&world).await;
    let peer = HttpPeer::connect(address, json!({})).await;
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}});
    let post = reqwest::Client::new().post(format!("http://{address}/rpc"));
    let post = post.bearer_auth(crate::http_peer::TOKEN).json(&message);
    let response = post.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    peer.ask("shutdown", json!({})).await;
    HttpPeer::connect(address, json!({})).await;
}

#[tokio::test]
async fn a_server_that_ends_ends_streams_and_requests() {
    let hook = fake(&["say:ready", "hang"]);
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let world = TestServer::limited(builder().settings_json(settings.to_string()), |options| {
        options.grace = Duration::ZERO;
    });
    let mut progress = world.engine.subscribe();
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let mut events = peer.events().await;
    let ending = async {
        until_said(&mut progress, "ready").await;
        world.server.end().await;
    };
    let execute = peer.refused("hooks/execute", json!({"input": bash("ls")}));
    let (code, ()) = tokio::join!(execute, ending);
    assert_eq!(code, -32800);
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn who_hangs_up_while_a_session_ends_gives_its_id_back() {
    let mut background = fake(&["say:ready", "hang"]);
    background["async"] = true.into();
    let world = TestServer::hooks(&[background]);
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let mut progress = world.engine.subscribe();
    let params = json!({"input": bash("ls"), "sessionId": "s1"});
    peer.ask("hooks/execute", params).await;
    until_said(&mut progress, "ready").await;
    // Another is told when the server has taken the session out.
    let end = json!({"jsonrpc": "2.0", "id": "end", "method": "session/end",
        "params": {"sessionId": "s1", "patienceMs": 600_000}});
    let ending = peer.say(&end);
    let gone = async {
        let look = json!({"event": "Stop", "sessionId": "s1"});
        while peer.answer("hooks/has", look.clone()).await["error"]["code"] != -32001 {}
    };
    tokio::select! {
        answer = ending => panic!("{answer:?}"),
        () = gone => {}
    }
    let again = json!({"sessionId": "s1"});
    let started = async {
        while peer.answer("session/start", again.clone()).await["error"]["code"] == -32006 {}
    };
    let limit = crate::common::HANG;
    tokio::time::timeout(limit, started)
        .await
        .expect("the id is never free");
}
