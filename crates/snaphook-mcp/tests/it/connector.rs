//! A host's own connections, and how they are kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use snaphook_mcp::{
    CallError, ConnectError, Connection, Connector, McpFactory, McpFuture, McpToolResult, Server,
};
use snaphook_testkit::handlers::HookHarness;
use tokio::sync::Semaphore;

use crate::common::{assert_contains, error, fire_one, harness_of, hook, said};

/// What a host has, and what happened to it.
#[derive(Default)]
struct Host {
    connects: AtomicUsize,
    closes: AtomicUsize,
    /// It cannot be reached.
    down: AtomicBool,
    /// Calls find the connection lost.
    losing: AtomicBool,
    /// The connection says that it is closed.
    shut: AtomicBool,
}

/// Connects as soon as it may.
struct Hosted(Arc<Host>, Arc<Semaphore>);

impl Connector for Hosted {
    fn connect<'a>(
        &'a self,
        server: Server<'a>,
    ) -> McpFuture<'a, Result<Arc<dyn Connection>, ConnectError>> {
        Box::pin(async move {
            if server.name != "fake" {
                return Err(ConnectError::NoSuchServer);
            }
            self.0.connects.fetch_add(1, Ordering::Relaxed);
            let _turn = self.1.acquire().await;
            self.0.shut.store(false, Ordering::Relaxed);
            if self.0.down.load(Ordering::Relaxed) {
                return Err(ConnectError::Failed("nobody answers".to_owned()));
            }
            Ok(Arc::new(Line(Arc::clone(&self.0))) as Arc<dyn Connection>)
        })
    }

    fn known(&self) -> Vec<String> {
        vec!["fake".to_owned()]
    }
}

struct Line(Arc<Host>);

impl Connection for Line {
    fn call_tool<'a>(
        &'a self,
        tool: &'a str,
        input: Map<String, Value>,
    ) -> McpFuture<'a, Result<McpToolResult, CallError>> {
        Box::pin(async move {
            if self.0.losing.load(Ordering::Relaxed) {
                return Err(CallError::Closed("hung up".to_owned()));
            }
            Ok(McpToolResult {
                texts: vec![format!("{tool} {}", Value::Object(input))],
                ..McpToolResult::default()
            })
        })
    }

    fn is_open(&self) -> bool {
        !self.0.shut.load(Ordering::Relaxed)
    }

    fn close(&self) -> McpFuture<'_, ()> {
        self.0.closes.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::ready(()))
    }
}

fn hosted(turns: usize) -> (Arc<Host>, Arc<Semaphore>, HookHarness) {
    let (host, turns) = (Arc::new(Host::default()), Arc::new(Semaphore::new(turns)));
    let connector = Hosted(Arc::clone(&host), Arc::clone(&turns));
    let harness = harness_of(
        McpFactory::with_connector(Arc::new(connector)),
        json!({}),
        &[
            hook("say", json!({"event": "${hook_event_name}"})),
            json!({"type": "mcp_tool", "server": "other", "tool": "say"}),
        ],
    );
    (host, turns, harness)
}

fn count(counter: &AtomicUsize) -> usize {
    counter.load(Ordering::Relaxed)
}

#[tokio::test]
async fn a_host_brings_its_own_connections() {
    let (host, _turns, harness) = hosted(1);
    let answer = r#"say {"event":"Hook0"}"#;
    assert_eq!(said(&fire_one(&harness, 0).await), answer);
    assert_eq!(said(&fire_one(&harness, 0).await), answer);
    let entry = fire_one(&harness, 1).await;
    assert_contains(
        error(&entry),
        "unknown MCP server `other`; configured: `fake`",
    );
    harness.close().await;
    assert_eq!((count(&host.connects), count(&host.closes)), (1, 1));
}

#[tokio::test]
async fn first_calls_at_once_share_one_start() {
    let (host, turns, harness) = hosted(0);
    let let_go = async { turns.add_permits(1) };
    let (one, two, ()) = tokio::join!(fire_one(&harness, 0), fire_one(&harness, 0), let_go);
    assert_eq!(said(&one), said(&two));
    assert_eq!(count(&host.connects), 1);
    harness.close().await;
}

#[tokio::test]
async fn a_connection_that_closed_is_replaced_before_the_next_call() {
    let (host, _turns, harness) = hosted(1);
    said(&fire_one(&harness, 0).await);
    host.shut.store(true, Ordering::Relaxed);
    said(&fire_one(&harness, 0).await);
    assert_eq!(count(&host.connects), 2);
    harness.close().await;
    assert_eq!(count(&host.closes), 2);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_keeps_failing_is_left_alone_for_a_while() {
    let (host, _turns, harness) = hosted(1);
    host.down.store(true, Ordering::Relaxed);
    // After one failure it is tried again at once.
    for _ in 0..2 {
        assert_contains(error(&fire_one(&harness, 0).await), "nobody answers");
    }
    let entry = fire_one(&harness, 0).await;
    assert_contains(
        error(&entry),
        "failed 2 times in a row, and is tried again in 250 ms",
    );
    assert_eq!(count(&host.connects), 2);
    tokio::time::advance(Duration::from_millis(250)).await;
    error(&fire_one(&harness, 0).await);
    assert_eq!(count(&host.connects), 3);
    assert_contains(error(&fire_one(&harness, 0).await), "in 500 ms");
    // One that works again is forgiven.
    tokio::time::advance(Duration::from_millis(500)).await;
    host.down.store(false, Ordering::Relaxed);
    said(&fire_one(&harness, 0).await);
    host.losing.store(true, Ordering::Relaxed);
    assert_contains(error(&fire_one(&harness, 0).await), "hung up");
    host.losing.store(false, Ordering::Relaxed);
    said(&fire_one(&harness, 0).await);
    assert_eq!(count(&host.connects), 5);
    harness.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_lost_at_every_call_is_left_alone_too() {
    let (host, _turns, harness) = hosted(1);
    host.losing.store(true, Ordering::Relaxed);
    for _ in 0..2 {
        assert_contains(error(&fire_one(&harness, 0).await), "hung up");
    }
    assert_contains(error(&fire_one(&harness, 0).await), "tried again in 250 ms");
    assert_eq!(count(&host.connects), 2);
    harness.close().await;
}
