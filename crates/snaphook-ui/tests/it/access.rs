//! Who is let in.

use reqwest::StatusCode;
use serde_json::json;
use snaphook_listen::BearerToken;
use snaphook_ui::{PageError, PageListener, PageOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::page::{Page, TOKEN};

const READ: &[&str] = &[
    "/api/session",
    "/api/stream",
    "/api/anchors",
    "/api/events",
    "/api/events/1",
    "/api/events/1/explain",
    "/api/approvals",
    "/api/policy",
    "/api/health/settings",
    "/api/health/agents",
    "/api/unknown",
];

const CHANGE: &[&str] = &[
    "/api/events/1/fire",
    "/api/events/1/save",
    "/api/approvals/1",
    "/api/backtest",
];

#[tokio::test]
async fn everything_but_the_files_needs_the_token() {
    let page = Page::new().await;
    let url = |path: &str| format!("http://{}{path}", page.address);
    for path in READ {
        for token in [None, Some("0123456789abcdef0123456789abcdeF"), Some("")] {
            let mut request = page.client.get(url(path));
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let status = request.send().await.unwrap().status();
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{path} {token:?}");
        }
        // Neither the query string nor a cookie is a place for it.
        let with_query = page
            .client
            .get(url(&format!("{path}?key={TOKEN}&token={TOKEN}")));
        let with_cookie = with_query.header("cookie", format!("key={TOKEN}; token={TOKEN}"));
        let status = with_cookie.send().await.unwrap().status();
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in CHANGE {
        let status = page
            .client
            .post(url(path))
            .json(&json!({}))
            .send()
            .await
            .unwrap()
            .status();
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in ["/", "/assets/app.js"] {
        let status = page.client.get(url(path)).send().await.unwrap().status();
        assert_eq!(status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn other_pages_are_refused_even_with_the_token() {
    let page = Page::new().await;
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("host", "evil.example"),
        ("host", "localhost.evil.example"),
    ] {
        for path in READ {
            let response = page.get(path).header(name, value).send().await.unwrap();
            assert_eq!(
                response.status(),
                StatusCode::FORBIDDEN,
                "{path} {name}: {value}"
            );
        }
        for path in CHANGE {
            let request = page.post(path, &json!({})).header(name, value);
            let status = request.send().await.unwrap().status();
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} {name}: {value}");
        }
    }
    // A page whose name resolves to this machine does not even get the files.
    let response = page
        .get("/")
        .header("host", "evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn other_machines_are_let_in_only_where_that_is_permitted() {
    let token = BearerToken::new(TOKEN).unwrap();
    let options = PageOptions::new(token, "log.db");
    let refused = PageListener::listen("0.0.0.0:0".parse().unwrap(), options).await;
    assert!(matches!(refused, Err(PageError::NotLoopback(_))));
}

#[tokio::test]
async fn connections_without_the_token_do_not_keep_others_out() {
    let page = Page::new().await;
    // Half a request each, and nothing more.
    let mut idle = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(page.address).await.unwrap();
        stream
            .write_all(b"GET /api/session HTTP/1.1\r\nHo")
            .await
            .unwrap();
        idle.push(stream);
    }
    assert_eq!(page.read("/api/session").await["version"], "1.2.3");
}

#[tokio::test]
async fn requests_that_are_no_http_are_answered_or_closed() {
    let page = Page::new().await;
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"GET /assets/../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /assets/%2e%2e%2f%2e%2e%2fCargo.toml HTTP/1.0\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(page.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(
            !answer.contains("root:") && !answer.contains("[package]"),
            "{answer}"
        );
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}
