//! Which requests over HTTP are let in.

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use snaphook_serve::{BearerToken, HttpListener, HttpOptions, ListenError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{TestServer, builder};
use crate::http_peer::{HttpPeer, TOKEN, listen, listen_with};

fn message() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}})
}

#[tokio::test]
async fn every_path_needs_the_token() {
    let address = listen(&TestServer::empty()).await;
    let http = Client::new();
    for (method, path) in [
        (Method::POST, "/rpc"),
        (Method::GET, "/events"),
        (Method::GET, "/metrics"),
        (Method::GET, "/"),
        (Method::GET, "/nothing"),
        (Method::OPTIONS, "/rpc"),
        (Method::HEAD, "/metrics"),
    ] {
        let url = format!("http://{address}{path}");
        for token in [
            None,
            Some(""),
            Some("wrong-wrong-wrong-wrong"),
            Some(&TOKEN[1..]),
        ] {
            let mut request = http.request(method.clone(), &url).json(&message());
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let response = request.send().await.unwrap();
            assert_eq!(
                response.status(),
                StatusCode::UNAUTHORIZED,
                "{method} {path} {token:?}"
            );
            assert_eq!(response.headers()["www-authenticate"], "Bearer");
        }
    }
}

#[tokio::test]
async fn no_page_in_a_browser_gets_in_even_with_the_token() {
    let address = listen(&TestServer::empty()).await;
    let http = Client::new();
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", &format!("http://{address}")),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-origin"),
        ("host", "evil.example"),
        ("host", &format!("evil.example:{}", address.port())),
        ("host", "127.0.0.1:1"),
    ] {
        let post = http
            .post(format!("http://{address}/rpc"))
            .bearer_auth(TOKEN);
        let response = post
            .header(name, value)
            .json(&message())
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{name}: {value}");
        let headers = response.headers();
        assert!(
            headers
                .keys()
                .all(|key| !key.as_str().starts_with("access-control"))
        );
    }
    // Nor does a preflight.
    let preflight = http.request(Method::OPTIONS, format!("http://{address}/rpc"));
    let preflight = preflight
        .header("origin", "http://evil.example")
        .header("access-control-request-method", "POST");
    assert_eq!(
        preflight.send().await.unwrap().status(),
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_name_that_was_allowed_is_a_host() {
    let address = listen_with(&TestServer::empty(), |options| {
        options.hosts = vec!["agents.example".to_owned()];
    })
    .await;
    let post = Client::new()
        .post(format!("http://{address}/rpc"))
        .bearer_auth(TOKEN);
    let response = post
        .header("host", "agents.example")
        .json(&message())
        .send()
        .await;
    assert_eq!(response.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn only_loopback_is_listened_at_unless_somebody_says_so() {
    let token = BearerToken::new(TOKEN).unwrap();
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let refused =
            HttpListener::listen(address.parse().unwrap(), HttpOptions::new(token.clone())).await;
        assert!(
            matches!(refused, Err(ListenError::NotLoopback(_))),
            "{address}"
        );
    }
    let mut options = HttpOptions::new(token);
    options.remote = true;
    assert!(
        HttpListener::listen("0.0.0.0:0".parse().unwrap(), options)
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn bodies_are_held_to_the_limit() {
    let world = TestServer::limited(builder(), |options| options.limits.message_bytes = 1000);
    let peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let long = json!({"jsonrpc": "2.0", "id": 1, "method": "hooks/has", "params": {"event": "x".repeat(2000)}});
    let (status, answer) = peer.say(&long).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!(-32700))
    );
    // Nor without saying how long it is.
    let mut stream = TcpStream::connect(peer.address).await.unwrap();
    let head = format!(
        "POST /rpc HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        peer.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("7d0\r\n{}\r\n", "x".repeat(2000));
    stream.write_all(chunk.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

#[tokio::test]
async fn what_is_no_message_has_the_right_status() {
    let peer = HttpPeer::connect(listen(&TestServer::empty()).await, json!({})).await;
    for (body, code) in [
        ("nope", -32700),
        ("[]", -32600),
        ("{}", -32600),
        ("", -32700),
    ] {
        let post = peer
            .post()
            .header("content-type", "application/json; charset=utf-8");
        let response = post.body(body).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{body}");
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["error"]["code"], code, "{body}");
    }
    let response = peer
        .post()
        .body("{}")
        .header("content-type", "text/plain")
        .send()
        .await;
    assert_eq!(
        response.unwrap().status(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    assert_eq!(
        peer.get("/nothing").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        peer.get("/rpc").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_client_that_is_not_known_must_initialize() {
    let world = TestServer::empty();
    let mut peer = HttpPeer::connect(listen(&world).await, json!({})).await;
    let own = std::mem::replace(&mut peer.id, "somebody".to_owned());
    let has =
        json!({"jsonrpc": "2.0", "id": 1, "method": "hooks/has", "params": {"event": "Stop"}});
    let (status, answer) = peer.say(&has).await;
    assert_eq!(
        (status, &answer["error"]["code"]),
        (StatusCode::NOT_FOUND, &json!(-32002))
    );
    assert_eq!(
        peer.get("/events").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
    peer.id = own;
    assert_eq!(peer.say(&has).await.0, StatusCode::OK);
    // Without the header, too.
    let post = Client::new()
        .post(format!("http://{}/rpc", peer.address))
        .bearer_auth(TOKEN);
    let answer: Value = post.json(&has).send().await.unwrap().json().await.unwrap();
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(-32002))
    );
    // A client that was refused is none.
    let post = Client::new()
        .post(format!("http://{}/rpc", peer.address))
        .bearer_auth(TOKEN);
    let bad = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 7}});
    let response = post.json(&bad).send().await.unwrap();
    assert!(!response.headers().contains_key("snaphook-client"));
}
