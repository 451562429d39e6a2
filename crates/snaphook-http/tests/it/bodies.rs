//! Long answers: how much is read, and when reading stops.

use serde_json::json;
use snaphook_exec::process::OUTPUT_LIMIT;
use tokio::io::AsyncWriteExt;
use tokio::sync::mpsc;

use crate::common::{Bench, hook};
use crate::server::{Server, answer, read_request};

const GIGABYTE: usize = 1 << 30;

/// A JSON object of this many bytes.
fn object(length: usize) -> String {
    let around = r#"{"x":""}"#.len();
    format!(r#"{{"x":"{}"}}"#, "x".repeat(length - around))
}

#[tokio::test]
async fn a_body_may_be_as_long_as_stdout_and_no_longer() {
    let fits = Server::answering(answer("200 OK", &object(OUTPUT_LIMIT))).await;
    let entry = Bench::default().run(&hook(fits.url(), json!({}))).await;
    assert_eq!(entry.error, None);
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
    for raw in [
        answer("200 OK", &object(OUTPUT_LIMIT + 1)),
        format!("{head}{}", object(OUTPUT_LIMIT + 1)),
    ] {
        let server = Server::answering(raw).await;
        let error = Bench::default()
            .failure(&hook(server.url(), json!({})))
            .await;
        assert!(
            error.ends_with("its answer is longer than 10 MiB"),
            "{error}"
        );
    }
}

/// Writes a gigabyte, and tells how much of it somebody took.
async fn endless(head: &'static str, chunked: bool) -> (Server, mpsc::UnboundedReceiver<usize>) {
    let (tell, told) = mpsc::unbounded_channel();
    let server = Server::talking(move |mut stream| {
        let tell = tell.clone();
        async move {
            read_request(&mut stream).await;
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut piece = vec![b' '; 64 * 1024];
            if chunked {
                piece.splice(..0, *b"10000\r\n");
                piece.extend_from_slice(b"\r\n");
            }
            let mut taken = 0;
            while taken < GIGABYTE && stream.write_all(&piece).await.is_ok() {
                taken += piece.len();
            }
            tell.send(taken).unwrap();
        }
    })
    .await;
    (server, told)
}

#[tokio::test]
async fn of_a_gigabyte_only_the_beginning_is_read() {
    for (head, chunked) in [
        ("HTTP/1.1 200 OK\r\n\r\n", false),
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            true,
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n",
            false,
        ),
        ("HTTP/1.1 500 Oh\r\n\r\n", false),
    ] {
        let (server, mut told) = endless(head, chunked).await;
        let error = Bench::default()
            .failure(&hook(server.url(), json!({})))
            .await;
        let expected = if head.contains("500") {
            "it answered 500"
        } else {
            "longer than 10 MiB"
        };
        assert!(error.contains(expected), "{error}");
        // The connection is closed, so the server stops early.
        let taken = told.recv().await.unwrap();
        assert!(taken < GIGABYTE / 8, "{head}: {taken}");
    }
}
