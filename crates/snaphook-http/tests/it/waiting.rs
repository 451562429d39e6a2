//! Connections: kept between calls, and let go of when nobody waits any more.

use serde_json::{Value, json};
use snaphook_core::outcome::Outcome;
use snaphook_testkit::handlers::HookHarness;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::common::{Bench, HANG, call, fire, hook};
use crate::server::{Server, answer, read_request};

/// How a server does not answer.
#[derive(Clone, Copy, PartialEq)]
enum Slow {
    /// It takes the connection and nothing else.
    NeverReads,
    /// It reads the request.
    NeverAnswers,
    /// It begins a header.
    InTheHeader,
    /// It sends a byte of the body now and then, forever.
    InTheBody,
}

const ALL: [Slow; 4] = [
    Slow::NeverReads,
    Slow::NeverAnswers,
    Slow::InTheHeader,
    Slow::InTheBody,
];

/// A server that says when it has begun to be slow, and when its client is
/// gone.
async fn slow_server(slow: Slow) -> (Server, mpsc::UnboundedReceiver<&'static str>) {
    let (tell, told) = mpsc::unbounded_channel();
    let server = Server::talking(move |stream| {
        let tell = tell.clone();
        async move {
            be_slow(slow, stream, &tell).await;
            // The test may be over.
            let _ = tell.send("gone");
        }
    })
    .await;
    (server, told)
}

async fn be_slow(slow: Slow, mut stream: TcpStream, tell: &mpsc::UnboundedSender<&'static str>) {
    if slow != Slow::NeverReads {
        read_request(&mut stream).await;
    }
    let first = match slow {
        Slow::NeverReads | Slow::NeverAnswers => "",
        Slow::InTheHeader => "HTTP/1.1 200 OK\r\nx-sl",
        Slow::InTheBody => "HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n{",
    };
    stream.write_all(first.as_bytes()).await.unwrap();
    tell.send("slow").unwrap();
    let (mut read, mut write) = stream.into_split();
    let drip = async {
        if slow == Slow::InTheBody {
            while write.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        } else {
            std::future::pending::<()>().await;
        }
    };
    let gone = async {
        let mut rest = Vec::new();
        // An end, or a reset: either way nobody is there.
        let _ = read.read_to_end(&mut rest).await;
    };
    tokio::select! { () = drip => {} () = gone => {} }
}

fn start(harness: HookHarness, cancel: CancellationToken) -> JoinHandle<Outcome> {
    tokio::spawn(async move { harness.fire_until(call(), &cancel).await })
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(HANG, future).await.expect("it hangs")
}

fn patient(url: String) -> Value {
    hook(url, json!({"timeout": 20}))
}

#[tokio::test]
async fn the_timeout_is_over_the_whole_exchange() {
    for slow in ALL {
        let (server, mut told) = slow_server(slow).await;
        let harness = Bench::default().harness(&patient(server.url()));
        let running = start(harness, CancellationToken::new());
        assert_eq!(soon(told.recv()).await, Some("slow"));
        // From now on the clock jumps to whatever is waited for.
        tokio::time::pause();
        let outcome = running.await.unwrap();
        tokio::time::resume();
        assert_eq!(outcome.hooks[0].status.as_str(), "timedOut");
        assert_eq!(soon(told.recv()).await, Some("gone"));
    }
}

#[tokio::test]
async fn a_cancelled_call_closes_its_connection() {
    for slow in ALL {
        let (server, mut told) = slow_server(slow).await;
        let harness = Bench::default().harness(&patient(server.url()));
        let cancel = CancellationToken::new();
        let running = start(harness, cancel.clone());
        assert_eq!(soon(told.recv()).await, Some("slow"));
        cancel.cancel();
        let outcome = soon(running).await.unwrap();
        assert_eq!(outcome.hooks[0].status.as_str(), "cancelled");
        assert_eq!(soon(told.recv()).await, Some("gone"));
    }
}

#[tokio::test]
async fn a_dropped_call_closes_its_connection() {
    for slow in ALL {
        let (server, mut told) = slow_server(slow).await;
        let harness = Bench::default().harness(&patient(server.url()));
        let running = start(harness, CancellationToken::new());
        assert_eq!(soon(told.recv()).await, Some("slow"));
        running.abort();
        assert_eq!(soon(told.recv()).await, Some("gone"));
    }
}

#[tokio::test]
async fn calls_share_a_connection_until_the_factory_closes() {
    let (tell, mut told) = mpsc::unbounded_channel();
    let server = Server::talking(move |mut stream| {
        let tell = tell.clone();
        async move {
            while read_request(&mut stream).await.is_some() {
                stream
                    .write_all(answer("200 OK", "{}").as_bytes())
                    .await
                    .unwrap();
            }
            tell.send("gone").unwrap();
        }
    })
    .await;
    let harness = Bench::default().harness(&hook(server.url(), json!({})));
    for _ in 0..5 {
        assert_eq!(fire(&harness).await.hooks[0].status.as_str(), "success");
    }
    assert_eq!(server.connections(), 1);
    harness.close().await;
    assert_eq!(soon(told.recv()).await, Some("gone"));
}

#[tokio::test]
async fn a_connection_that_the_server_closed_is_not_used_again() {
    let close = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
    let server = Server::answering(close).await;
    let harness = Bench::default().harness(&hook(server.url(), json!({})));
    for calls in 1..4 {
        assert_eq!(fire(&harness).await.hooks[0].status.as_str(), "success");
        assert_eq!(server.connections(), calls);
    }
}
