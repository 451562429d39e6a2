//! A real engine, a real HTTP receiver: what a collector gets.
#![cfg(test)]

use snaphook::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use snaphook::{Answer, Context, Engine, FunctionHook, Input};
use snaphook_otel::OtelError;
use snaphook_testkit::fake::fake_hook;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::SubscriberExt;

/// Nothing in these tests takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

/// A collector for one request; what it got.
async fn collector(status: &'static str) -> (String, JoinHandle<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let received = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut bytes = Vec::new();
        let (head, start, length) = loop {
            assert!(stream.read_buf(&mut bytes).await.unwrap() > 0);
            let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
                continue;
            };
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                let length = name.eq_ignore_ascii_case("content-length");
                length.then(|| value.trim().parse::<usize>().unwrap())
            });
            break (head, end + 4, length.unwrap());
        };
        while bytes.len() < start + length {
            assert!(stream.read_buf(&mut bytes).await.unwrap() > 0);
        }
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        stream.write_all(answer.as_bytes()).await.unwrap();
        (head, bytes.split_off(start))
    });
    (url, received)
}

/// One listener at a time: tracing decides for the whole process whether a place
/// is listened to, and a listener that comes or goes in another thread just then
/// can make it miss this one.
static LISTENING: Mutex<()> = Mutex::new(());

/// While this is held, what the thread tells is sent.
struct SpanSender {
    _listener: DefaultGuard,
    _alone: MutexGuard<'static, ()>,
}

/// Sends what this thread tells from now on.
fn listen(url: &str) -> (snaphook_otel::Exporter, SpanSender) {
    let alone = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    let (layer, exporter) = snaphook_otel::layer(url, "my-agent").unwrap();
    let subscriber = tracing_subscriber::registry().with(layer);
    let listening = SpanSender {
        _listener: tracing::subscriber::set_default(subscriber),
        _alone: alone,
    };
    (exporter, listening)
}

/// A guard that blocks, a hook in the background; and always a function.
fn blocking() -> Engine {
    engine(&[
        json!({"command": fake_hook(), "args": ["warn:s3cret", "exit:2"]}),
        json!({"command": fake_hook(), "args": ["read", "exit:3"], "async": true}),
    ])
}

fn engine(hooks: &[serde_json::Value]) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    Engine::builder()
        .context(Context::from_process().project_dir(std::env::temp_dir()))
        .settings_json(settings.to_string())
        .function(FunctionHook::new("PreToolUse", "audit", |_| async {
            Answer::context("s3cret")
        }))
        .build()
        .unwrap()
}

fn call() -> Input {
    let input = r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}}"#;
    Input::parse(input).unwrap()
}

fn fields(span: &Span) -> BTreeMap<&str, String> {
    let text = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::BoolValue(value) => value.to_string(),
        Value::IntValue(value) => value.to_string(),
        Value::DoubleValue(value) => format!("{value:?}"),
        other => panic!("an unexpected value: {other:?}"),
    };
    span.attributes
        .iter()
        .map(|one| {
            let value = one.value.as_ref().unwrap().value.as_ref();
            (one.key.as_str(), text(value.unwrap()))
        })
        .collect()
}

fn told_function(span: &Span) -> bool {
    fields(span)
        .get("type")
        .is_some_and(|kind| kind == "function")
}

#[tokio::test]
async fn a_collector_gets_one_span_per_dispatch_and_hook() {
    let (url, received) = collector("200 OK").await;
    let (exporter, _listening) = listen(&url);
    let outcome = blocking().execute(call()).await;
    assert!(outcome.blocked);
    exporter.shutdown(HANG).await.unwrap();

    let (head, body) = received.await.unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(!String::from_utf8_lossy(&body).contains("s3cret"));
    let request = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
    let [resource] = request.resource_spans.as_slice() else {
        panic!("one resource expected: {request:?}");
    };
    assert!(format!("{:?}", resource.resource).contains("my-agent"));
    let spans: Vec<_> = resource.scope_spans.iter().flat_map(|s| &s.spans).collect();
    let named = |name: &str| -> Vec<&Span> {
        let spans = spans.iter().filter(|span| span.name == name);
        spans.copied().collect()
    };
    let [dispatch] = named("snaphook.dispatch")[..] else {
        panic!("one dispatch expected: {spans:?}");
    };
    let hooks = named("snaphook.hook");
    assert_eq!((spans.len(), hooks.len()), (4, 3), "{spans:?}");

    assert!(dispatch.parent_span_id.is_empty());
    let told = fields(dispatch);
    assert!(told["duration_ms"].parse::<f64>().unwrap() > 0.0);
    for (field, expected) in [
        ("event", "PreToolUse"),
        ("decision", "deny"),
        ("blocked", "true"),
        ("managed_only", "false"),
        ("hooks", "3"),
        ("hooks.blocked", "1"),
        ("hooks.background", "1"),
        ("hooks.success", "1"),
        ("hooks.command", "2"),
        ("hooks.function", "1"),
    ] {
        assert_eq!(told[field], expected, "{field}");
    }
    for (entry, status, code) in [
        (&outcome.hooks[0], "blocked", Some("2")),
        (&outcome.hooks[1], "failed", Some("3")),
        (&outcome.hooks[2], "success", None),
    ] {
        let span = hooks
            .iter()
            .find(|span| fields(span)["hook"] == entry.id.as_str())
            .unwrap();
        let told = fields(span);
        assert_eq!(span.parent_span_id, dispatch.span_id);
        assert_eq!(span.trace_id, dispatch.trace_id);
        assert_eq!(told["event"], "PreToolUse");
        assert_eq!(told["type"], entry.kind.as_str());
        assert_eq!(told["scope"], entry.scope.as_str());
        assert_eq!(told["status"], status);
        assert_eq!(told.get("exit_code").map(String::as_str), code);
        assert!(told["duration_ms"].parse::<f64>().unwrap() >= 0.0);
        assert!(span.end_time_unix_nano >= span.start_time_unix_nano);
    }
}

#[tokio::test]
async fn a_dispatch_ends_before_the_background_hooks_below_it() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let wait = format!("wait:{}", go.display());
    let hook = json!({"command": fake_hook(), "args": [wait], "async": true});
    let (url, received) = collector("200 OK").await;
    let (exporter, _listening) = listen(&url);
    let session = engine(&[hook]).session("a");
    session.execute(call()).await;
    let between = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    std::fs::write(go, "").unwrap();
    session.end(HANG).await;
    exporter.shutdown(HANG).await.unwrap();

    let (_, body) = received.await.unwrap();
    let request = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
    let spans = request.resource_spans[0].scope_spans.iter();
    let ended = |name: &str| {
        let mut spans = spans.clone().flat_map(|scope| &scope.spans);
        let span = spans.find(|span| span.name == name && !told_function(span));
        let span = span.unwrap();
        u128::from(span.end_time_unix_nano)
    };
    assert!(ended("snaphook.dispatch") <= between.as_nanos());
    assert!(ended("snaphook.hook") >= between.as_nanos());
}

#[tokio::test]
async fn a_collector_that_refuses_or_is_not_there_is_told_at_the_end() {
    let (url, received) = collector("400 Bad Request").await;
    let (exporter, listening) = listen(&url);
    blocking().execute(call()).await;
    drop(listening);
    let error = exporter.shutdown(HANG).await.unwrap_err();
    assert!(matches!(error, OtelError::Lost { spans: 4, .. }), "{error}");
    received.await.unwrap();

    // Nobody listens at a port that was just given back.
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let (exporter, _listening) = listen(&url);
    assert!(blocking().execute(call()).await.blocked);
    assert!(exporter.shutdown(HANG).await.is_err());
}

#[tokio::test]
async fn a_collector_that_never_answers_is_not_waited_for() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let (exporter, _listening) = listen(&url);
    blocking().execute(call()).await;
    let deadline = Duration::from_millis(50);
    let error = exporter.shutdown(deadline).await.unwrap_err();
    assert!(matches!(error, OtelError::TooLate(_)), "{error}");
}

#[test]
fn without_a_runtime_there_is_an_error() {
    let made = snaphook_otel::install("http://localhost:4318", "my-agent");
    assert!(matches!(made, Err(OtelError::NoRuntime)));
}
