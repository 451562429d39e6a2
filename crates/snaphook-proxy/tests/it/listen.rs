//! Clients over streamable HTTP: sessions, streams, and where a message goes.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;
use snaphook::{Answer, FunctionHook};
use snaphook_proxy::{HttpServer, UpstreamServer};
use tempfile::tempdir;

use crate::common::{
    HANG, allowing, call, command, engine, fake, is_error, lines_of, script, text,
};
use crate::listen_client::{Events, Listening, answer};

/// A server in shell: begins a session, then does the rest.
fn after_hello(rest: &str) -> String {
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#;
    format!("read hello; echo '{hello}'; read initialized; {rest}")
}

#[tokio::test]
async fn calls_pass_rules_hooks_and_the_tool_list() {
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__env"]}});
    let adds = FunctionHook::new("PostToolUse", "adds", |_| async { Answer::context("seen") });
    let built = engine(settings).function(adds).build().unwrap();
    let listening = Listening::before(command(fake(&[])), built).await;
    let client = listening.client().await;
    let echo = client.ask(&call(1, "echo", json!({"text": "hello"}))).await;
    assert_eq!(text(&echo), "hello|seen");
    let denied = client.ask(&call(2, "env", json!({"name": "HOME"}))).await;
    assert!(is_error(&denied), "{denied}");
    let list = json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list"});
    assert!(!client.ask(&list).await.to_string().contains("\"env\""));
}

#[tokio::test]
async fn a_denied_call_never_reaches_the_server() {
    let folder = tempdir().unwrap();
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__remove"]}});
    let rest = r#"while read line; do echo "$line" >> "$0/got"; done"#;
    let server = command(script(folder.path(), &after_hello(rest)));
    let listening = Listening::before(server, engine(settings).build().unwrap()).await;
    let client = listening.client().await;
    assert!(is_error(&client.ask(&call(1, "remove", json!({}))).await));
    let told = json!({"jsonrpc": "2.0", "method": "notifications/x"});
    assert_eq!(client.send(&told).await.status(), StatusCode::ACCEPTED);
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(got, [told.to_string()]);
}

#[tokio::test]
async fn sessions_have_servers_of_their_own_and_do_not_mix() {
    let folder = tempdir().unwrap();
    let pids = folder.path().join("pids");
    let pid = format!("pid={}", pids.display());
    let built = allowing().build().unwrap();
    let listening = Listening::before(command(fake(&[&pid])), built).await;
    let (one, two) = (listening.client().await, listening.client().await);
    assert_ne!(one.session, two.session);
    assert_eq!(lines_of(pids, 2).await.len(), 2);
    // The same ids, at the same time.
    for id in 0..20 {
        let of = |name: &str| call(id, "echo", json!({"text": format!("{name}{id}")}));
        let (for_one, for_two) = (of("one"), of("two"));
        let (first, second) = tokio::join!(one.ask(&for_one), two.ask(&for_two));
        assert_eq!(text(&first), format!("one{id}"));
        assert_eq!(text(&second), format!("two{id}"));
    }
    // The end of one is not that of the other.
    assert_eq!(one.end().await, StatusCode::NO_CONTENT);
    let gone = one.send(&call(1, "echo", json!({}))).await;
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    let echo = two.ask(&call(1, "echo", json!({"text": "on"}))).await;
    assert_eq!(text(&echo), "on");
}

#[tokio::test]
async fn what_comes_before_the_answer_makes_a_stream_of_it() {
    let folder = tempdir().unwrap();
    let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#;
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}"#;
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
    let rest =
        format!("read call; echo '{progress}'; echo '{log}'; echo '{result}'; cat >/dev/null");
    let server = command(script(folder.path(), &after_hello(&rest)));
    let listening = Listening::before(server, allowing().build().unwrap()).await;
    let client = listening.client().await;
    let mut own = client.events().await;
    let mut message = call(1, "echo", json!({}));
    message["params"]["_meta"] = json!({"progressToken": "t"});
    let response = client.send(&message).await;
    assert!(
        response.headers()["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/event-stream")
    );
    let mut events = Events::of(response);
    assert_eq!(
        events.next().await.unwrap().to_string(),
        canonical(progress)
    );
    assert_eq!(events.next().await.unwrap()["id"], 1);
    assert!(events.next().await.is_none());
    assert_eq!(own.next().await.unwrap().to_string(), canonical(log));
}

fn canonical(line: &str) -> String {
    serde_json::from_str::<serde_json::Value>(line)
        .unwrap()
        .to_string()
}

#[tokio::test]
async fn the_server_asks_over_the_stream_and_is_answered_by_a_message() {
    let folder = tempdir().unwrap();
    let question = r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#;
    let rest = format!("echo '{question}'; read answer; echo \"$answer\" > \"$0/got\"; cat");
    let server = command(script(folder.path(), &after_hello(&rest)));
    let listening = Listening::before(server, allowing().build().unwrap()).await;
    let client = listening.client().await;
    // It waited for the stream.
    let asked = client.events().await.next().await.unwrap();
    assert_eq!(asked["method"], "roots/list");
    let reply = json!({"jsonrpc": "2.0", "id": 7, "result": {"roots": []}});
    assert_eq!(client.send(&reply).await.status(), StatusCode::ACCEPTED);
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(got, [reply.to_string()]);
}

#[tokio::test]
async fn the_person_at_the_session_s_own_client_is_asked() {
    let built = engine(json!({})).build().unwrap();
    let listening = Listening::with(command(fake(&[])), built, |_, proxy| proxy.ask = true).await;
    let (one, two) = (listening.client().await, listening.client().await);
    let mut other = two.events().await;
    let mut events = one.events().await;
    let message = call(1, "echo", json!({"text": "hello"}));
    let (response, ()) = tokio::join!(one.ask(&message), async {
        let asked = events.next().await.unwrap();
        assert_eq!(asked["method"], "elicitation/create");
        let reply = json!({"jsonrpc": "2.0", "id": asked["id"],
            "result": {"action": "accept", "content": {"answer": "allow"}}});
        // An answer of another session is none.
        two.send(&reply).await;
        one.send(&reply).await;
    });
    assert_eq!(text(&response), "hello");
    drop(events);
    assert_eq!(two.end().await, StatusCode::NO_CONTENT);
    assert!(other.next().await.is_none());
}

#[tokio::test]
async fn a_cancelled_call_ends_its_response() {
    let folder = tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let listening = Listening::before(command(fake(&[])), allowing().build().unwrap()).await;
    let client = listening.client().await;
    let input = json!({"started": file("started"), "cancelled": file("cancelled")});
    let message = call(5, "hang", input);
    let (response, ()) = tokio::join!(client.send(&message), async {
        exists(&file("started")).await;
        let params = json!({"requestId": 5});
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        client.send(&cancel).await;
    });
    let body = response.text().await.unwrap();
    assert!(
        !body.contains("result") && !body.contains("error"),
        "{body}"
    );
    exists(&file("cancelled")).await;
}

async fn exists(file: &std::path::Path) {
    let waiting = async {
        while !file.exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(HANG, waiting).await.expect("the file");
}

#[tokio::test]
async fn a_server_that_ends_fails_the_request_and_ends_the_session() {
    let listening = Listening::before(command(fake(&[])), allowing().build().unwrap()).await;
    let client = listening.client().await;
    let failed = client.ask(&call(1, "crash", json!({}))).await;
    assert!(is_error(&failed), "{failed}");
    let waiting = async {
        let message = call(2, "echo", json!({}));
        while client.send(&message).await.status() != StatusCode::NOT_FOUND {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(HANG, waiting)
        .await
        .expect("the end of the session");
    let another = listening.client().await;
    let echo = another.ask(&call(1, "echo", json!({"text": "on"}))).await;
    assert_eq!(text(&echo), "on");
}

#[tokio::test]
async fn a_session_without_requests_ends() {
    let folder = tempdir().unwrap();
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#;
    let text = format!("read hello; echo '{hello}'; cat > /dev/null; touch \"$0/ended\"");
    let server = command(script(folder.path(), &text));
    let built = allowing().build().unwrap();
    let listening = Listening::with(server, built, |options, _| {
        options.idle = Duration::from_millis(1);
    })
    .await;
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    let response = listening.post().body(hello.to_string()).send().await;
    assert_eq!(response.unwrap().status(), StatusCode::OK);
    exists(&folder.path().join("ended")).await;
}

#[tokio::test]
async fn a_server_that_cannot_be_started_is_an_error_of_the_first_request() {
    let server = command(vec!["/none/server".to_owned()]);
    let listening = Listening::before(server, allowing().build().unwrap()).await;
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    let response = listening
        .post()
        .body(hello.to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert!(response.headers().get("mcp-session-id").is_none());
    let error = answer(response).await;
    let why = error["error"]["message"].as_str().unwrap();
    assert!(why.contains("/none/server"), "{error}");
}

#[tokio::test]
async fn a_request_that_names_its_version_needs_no_session_before_http() {
    let (_server, url) = crate::http::start();
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__env"]}});
    let built = engine(settings).build().unwrap();
    let server = UpstreamServer::Http(HttpServer::new(url, Vec::new()));
    let listening = Listening::before(server, built).await;
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}});
    let send = async |tool: &str| {
        let mut message = call(1, tool, json!({"text": "hello"}));
        message["params"]["_meta"] = meta.clone();
        answer(
            listening
                .post()
                .body(message.to_string())
                .send()
                .await
                .unwrap(),
        )
        .await
    };
    assert!(is_error(&send("env").await));
    assert_eq!(text(&send("echo").await), "hello");
}
