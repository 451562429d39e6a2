//! Connections over HTTP that never finish a request.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{HANG, TestServer, builder};
use crate::http_peer::{HttpPeer, TOKEN, listen_with};

/// A server whose patience is short.
async fn impatient(world: &TestServer) -> SocketAddr {
    listen_with(world, |options| {
        options.arrival = Duration::from_millis(800)
    })
    .await
}

/// Sends the pieces of a request again and again until the server hangs up; what it
/// said.
async fn drip(address: SocketAddr, first: &str, piece: &str) -> String {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut reading, mut writing) = stream.into_split();
    writing.write_all(first.as_bytes()).await.unwrap();
    let piece = piece.as_bytes().to_owned();
    let dripping = tokio::spawn(async move {
        while !piece.is_empty() && writing.write_all(&piece).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // The other direction stays open for as long as the server does not end it.
        std::future::pending::<()>().await;
    });
    let mut heard = Vec::new();
    // A reset is an end, too.
    let ended = tokio::time::timeout(HANG, reading.read_to_end(&mut heard)).await;
    assert!(ended.is_ok(), "the server never hangs up on {first:?}");
    dripping.abort();
    String::from_utf8(heard).unwrap()
}

fn post(address: SocketAddr) -> String {
    format!(
        "POST /rpc HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {TOKEN}\r\n\
         Content-Type: application/json\r\n"
    )
}

#[tokio::test]
async fn a_request_that_never_arrives_does_not_keep_its_connection() {
    let address = impatient(&TestServer::empty()).await;
    let head = post(address);
    for (first, piece) in [
        ("", ""),
        ("POST", ""),
        ("POST /rpc HTTP/1.1\r\n", "X-A: b\r\n"),
        (head.as_str(), "X"),
    ] {
        let heard = drip(address, first, piece).await;
        assert!(!heard.contains("200 OK"), "{first:?}: {heard}");
    }
}

#[tokio::test]
async fn a_body_that_drips_does_not_keep_its_connection() {
    let address = impatient(&TestServer::empty()).await;
    let known = format!("{}Content-Length: 1000000\r\n\r\n", post(address));
    let chunked = format!("{}Transfer-Encoding: chunked\r\n\r\n", post(address));
    for (first, piece) in [
        (&known, ""),
        (&known, " "),
        (&chunked, ""),
        (&chunked, "1\r\n \r\n"),
        (&chunked, "1"),
    ] {
        let heard = drip(address, first, piece).await;
        assert!(
            heard.starts_with("HTTP/1.1 408")
                || heard.starts_with("HTTP/1.1 413")
                || heard.is_empty(),
            "{heard}"
        );
    }
}

/// A whole request, and half of the next in the same packet.
#[tokio::test]
async fn half_a_request_behind_a_whole_one_does_not_keep_its_connection() {
    let address = impatient(&TestServer::empty()).await;
    let whole = format!(
        "GET /metrics HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    );
    let heard = drip(address, &format!("{whole}GET /metr"), "").await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
}

#[tokio::test]
async fn a_stream_of_events_outlives_the_time_for_requests() {
    let world = TestServer::empty();
    let functions = json!([{"event": "Stop", "function": "f"}]);
    let peer = HttpPeer::connect(impatient(&world).await, json!({"functions": functions})).await;
    let mut events = peer.events().await;
    // Until a connection that is opened later has been closed for being silent.
    drip(peer.address, "", "").await;
    peer.ask("hooks/observe", json!({"input": crate::common::stop()}))
        .await;
    events.hear("function/call").await;
}

#[tokio::test]
async fn half_open_connections_do_not_keep_a_client_out() {
    // Eight connections, of which four may be half open.
    let world = TestServer::limited(builder(), |options| options.clients = 2);
    // Nobody is closed for being slow.
    let address = listen_with(&world, |options| options.arrival = HANG * 100).await;
    let mut strangers = Vec::new();
    for _ in 0..12 {
        let mut stranger = TcpStream::connect(address).await.unwrap();
        // It may be closed already.
        let _ = stranger.write_all(b"POST /rpc HTTP/1.1\r\n").await;
        strangers.push(stranger);
    }
    let peer = HttpPeer::connect(address, json!({})).await;
    let has = peer.ask("hooks/has", json!({"event": "Stop"})).await;
    assert_eq!(has["has"], false);
    // The first ones were closed for the last.
    let mut oldest = strangers.remove(0);
    let closed = tokio::time::timeout(HANG, oldest.read(&mut [0; 1])).await;
    assert!(matches!(closed.unwrap(), Ok(0) | Err(_)));
}

#[tokio::test]
async fn a_wrong_token_does_not_make_room_among_the_half_open() {
    let world = TestServer::limited(builder(), |options| options.clients = 1);
    let address = listen_with(&world, |options| options.arrival = HANG * 100).await;
    let wrong =
        format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer no\r\n\r\n");
    let mut strangers = Vec::new();
    for _ in 0..3 {
        let mut stranger = TcpStream::connect(address).await.unwrap();
        stranger.write_all(wrong.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stranger.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 401");
        strangers.push(stranger);
    }
    let mut heard = Vec::new();
    let closed = tokio::time::timeout(HANG, strangers[0].read_to_end(&mut heard)).await;
    assert!(closed.is_ok(), "the first of three stays although two may");
}
