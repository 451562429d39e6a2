//! What a listener must not let through: strangers, web pages, messages that are not what
//! they seem, ids that belong to others.

use reqwest::StatusCode;
use serde_json::{Value, json};
use snaphook_listen::{ListenError, ListenOptions};
use snaphook_proxy::{ProxyListenOptions, ProxyListener};
use tempfile::tempdir;

use crate::common::{allowing, call, command, engine, fake, lines_of, script, text};
use crate::listen_client::{Listening, TOKEN, answer};

/// A server that writes down what it gets after the first message, and answers nothing.
fn silent(folder: &std::path::Path) -> Vec<String> {
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#;
    let text = format!("read hello; echo '{hello}'; read initialized; cat > \"$0/got\"");
    script(folder, &text)
}

async fn status(post: reqwest::RequestBuilder) -> StatusCode {
    post.send().await.unwrap().status()
}

#[tokio::test]
async fn strangers_and_web_pages_stay_out() {
    let listening = Listening::before(command(fake(&[])), allowing().build().unwrap()).await;
    let client = listening.client().await;
    let message = call(1, "echo", json!({"text": "hello"}));
    let port = listening.address.port();
    for (name, value) in [
        ("origin", "http://evil.example".to_owned()),
        ("origin", "null".to_owned()),
        ("origin", format!("http://127.0.0.1:{port}")),
        ("sec-fetch-site", "same-site".to_owned()),
        ("host", format!("evil.example:{port}")),
        ("host", "127.0.0.1".to_owned()),
    ] {
        let refused = status(client.post(&message).header(name, &value)).await;
        assert_eq!(refused, StatusCode::FORBIDDEN, "{name}: {value}");
    }
    let http = reqwest::Client::new();
    for method in ["GET", "POST", "DELETE", "PUT", "OPTIONS"] {
        let method: reqwest::Method = method.parse().unwrap();
        let bare = http.request(method.clone(), listening.url());
        let named = bare.header("mcp-session-id", &client.session);
        assert_eq!(status(named).await, StatusCode::UNAUTHORIZED, "{method}");
    }
    let wrong = client.post(&message).bearer_auth("wrong-wrong-wrong-wrong");
    assert_eq!(status(wrong).await, StatusCode::UNAUTHORIZED);
    assert_eq!(text(&client.ask(&message).await), "hello");
}

#[tokio::test]
async fn web_pages_stay_out_where_no_token_is_needed_too() {
    let listening = Listening::with(
        command(fake(&[])),
        allowing().build().unwrap(),
        |options, _| options.access.token = None,
    )
    .await;
    let client = listening.client().await;
    let port = listening.address.port();
    for (name, value) in [
        ("origin", "http://evil.example".to_owned()),
        ("host", format!("evil.example:{port}")),
    ] {
        let post = client.post(call(1, "echo", json!({}))).header(name, value);
        assert_eq!(status(post).await, StatusCode::FORBIDDEN, "{name}");
    }
}

#[tokio::test]
async fn a_session_belongs_to_who_knows_its_id() {
    let listening = Listening::before(command(fake(&[])), allowing().build().unwrap()).await;
    let client = listening.client().await;
    let message = call(1, "echo", json!({"text": "hello"})).to_string();
    let post = || listening.post().body(message.clone());
    assert_eq!(status(post()).await, StatusCode::BAD_REQUEST);
    for wrong in [
        "",
        "x",
        &client.session[1..],
        &client.session.to_uppercase(),
    ] {
        let post = post().header("mcp-session-id", wrong);
        assert_eq!(status(post).await, StatusCode::NOT_FOUND, "{wrong}");
    }
    let twice = client
        .post(&message)
        .header("mcp-session-id", &client.session);
    assert_eq!(status(twice).await, StatusCode::BAD_REQUEST);
    let other = client
        .post(&message)
        .header("mcp-protocol-version", "1999-01-01");
    assert_eq!(status(other).await, StatusCode::BAD_REQUEST);
    let right = client
        .post(&message)
        .header("mcp-protocol-version", "2025-06-18");
    assert_eq!(status(right).await, StatusCode::OK);
    // A session begins once.
    let again = json!({"jsonrpc": "2.0", "id": 9, "method": "initialize", "params": {}});
    assert_eq!(status(client.post(again)).await, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn one_id_is_one_request() {
    let folder = tempdir().unwrap();
    let server = command(silent(folder.path()));
    let listening = Listening::before(server, allowing().build().unwrap()).await;
    let client = listening.client().await;
    let first = client.post(call(1, "first", json!({})));
    let first = tokio::spawn(first.send());
    let got = lines_of(folder.path().join("got"), 1).await;
    assert!(got[0].contains("first"), "{got:?}");
    let second = client.send(&call(1, "second", json!({}))).await;
    assert_eq!(second.status(), StatusCode::BAD_REQUEST);
    assert_eq!(answer(second).await["id"], 1);
    // Also when the client of the first has hung up.
    first.abort();
    let _ = first.await;
    let third = client.send(&call(1, "third", json!({}))).await;
    assert_eq!(third.status(), StatusCode::BAD_REQUEST);
    let told = json!({"jsonrpc": "2.0", "method": "notifications/x"});
    client.send(&told).await;
    let got = lines_of(folder.path().join("got"), 2).await;
    assert_eq!(got[1..], [told.to_string()]);
}

#[tokio::test]
async fn an_answer_that_fits_no_request_goes_nowhere() {
    let folder = tempdir().unwrap();
    let hello = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}"#;
    let forged =
        r#"{"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"forged"}]}}"#;
    let right = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"right"}]}}"#;
    let text_ = format!(
        "read hello; echo '{hello}'; read initialized; read call; echo '{forged}'; echo '{right}'; \
         echo '{forged}'; cat > /dev/null"
    );
    let server = command(script(folder.path(), &text_));
    let listening = Listening::before(server, allowing().build().unwrap()).await;
    let client = listening.client().await;
    assert_eq!(
        text(&client.ask(&call(1, "echo", json!({}))).await),
        "right"
    );
    assert!(listening.notes.text().contains("answers no request"));
}

#[tokio::test]
async fn a_message_inside_a_message_stays_there() {
    let folder = tempdir().unwrap();
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__remove"]}});
    let server = command(silent(folder.path()));
    let listening = Listening::before(server, engine(settings).build().unwrap()).await;
    let client = listening.client().await;
    let hidden = call(7, "remove", json!({}));
    for line_break in ["\n", "\r", "\r\n"] {
        let message = format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{{\"a\":{line_break}{hidden}{line_break}}}}}"
        );
        assert_eq!(status(client.post(message)).await, StatusCode::ACCEPTED);
    }
    let got = lines_of(folder.path().join("got"), 3).await;
    for line in got {
        let read: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["method"], "notifications/x");
        assert!(!line.contains('\r'), "{line}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused() {
    let listening = Listening::with(
        command(fake(&[])),
        allowing().build().unwrap(),
        |options, _| options.message_bytes = 4096,
    )
    .await;
    let client = listening.client().await;
    let batch = json!([call(1, "echo", json!({})), call(2, "echo", json!({}))]);
    let twice = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping"}"#;
    for wrong in [&batch.to_string(), "", "{", "[]", "null", twice] {
        assert_eq!(
            status(client.post(wrong)).await,
            StatusCode::BAD_REQUEST,
            "{wrong}"
        );
    }
    let long = call(1, "echo", json!({"text": "x".repeat(5000)}));
    assert_eq!(
        status(client.post(&long)).await,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    // Also when nobody said how long it is.
    let chunks = futures_util::stream::iter(vec![Ok::<_, std::io::Error>(long.to_string())]);
    let post = client.post("").body(reqwest::Body::wrap_stream(chunks));
    assert_eq!(status(post).await, StatusCode::PAYLOAD_TOO_LARGE);
    let form = reqwest::Client::new()
        .post(listening.url())
        .bearer_auth(TOKEN);
    let form = form.header("content-type", "text/plain").body("{}");
    assert_eq!(status(form).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let html = reqwest::Client::new()
        .post(listening.url())
        .bearer_auth(TOKEN);
    let html = html
        .header("accept", "text/html")
        .json(&call(1, "echo", json!({})));
    assert_eq!(status(html).await, StatusCode::NOT_ACCEPTABLE);
    let path = format!("http://{}/", listening.address);
    let path = reqwest::Client::new().get(path).bearer_auth(TOKEN);
    assert_eq!(status(path).await, StatusCode::NOT_FOUND);
    let put = reqwest::Client::new()
        .put(listening.url())
        .bearer_auth(TOKEN);
    assert_eq!(status(put).await, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn there_are_only_so_many_sessions() {
    let listening = Listening::with(
        command(fake(&[])),
        allowing().build().unwrap(),
        |options, _| options.sessions = 1,
    )
    .await;
    let client = listening.client().await;
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    let another = || listening.post().body(hello.to_string());
    assert_eq!(status(another()).await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(client.end().await, StatusCode::NO_CONTENT);
    assert_ne!(status(another()).await, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn other_machines_are_let_in_only_with_a_token() {
    let address = "0.0.0.0:0".parse().unwrap();
    let listen =
        async |access| ProxyListener::listen(address, ProxyListenOptions::new(access)).await;
    let refused = listen(ListenOptions::new(None)).await;
    assert!(matches!(refused, Err(ListenError::NotLoopback(_))));
    let mut remote = ListenOptions::new(None);
    remote.remote = true;
    assert!(matches!(listen(remote).await, Err(ListenError::NoToken(_))));
}
