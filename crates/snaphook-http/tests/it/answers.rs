//! The table of HTTP answers, row by row.

use serde_json::{Value, json};
use snaphook_core::outcome::Outcome;

use crate::common::{Bench, call, fire, hook};
use crate::server::{Server, answer};

/// What the harness makes of an answer.
async fn outcome_of(raw: impl Into<Vec<u8>>) -> Outcome {
    let server = Server::answering(raw).await;
    fire(&Bench::default().harness(&hook(server.url(), json!({})))).await
}

/// Why an answer is a failure.
async fn failure_of(raw: impl Into<Vec<u8>>) -> String {
    let server = Server::answering(raw).await;
    let error = Bench::default()
        .failure(&hook(server.url(), json!({})))
        .await;
    let prefix = format!("POST {}: ", server.url());
    error.strip_prefix(&prefix).expect(&error).to_owned()
}

#[tokio::test]
async fn the_input_is_posted_as_json() {
    let server = Server::answering(answer("200 OK", "")).await;
    let bench = Bench::default();
    let url = format!("{}?a=b#c", server.url());
    bench.run(&hook(url, json!({}))).await;
    let seen = server.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].line, "POST /hook?a=b HTTP/1.1");
    assert_eq!(seen[0].header("content-type"), Some("application/json"));
    let agent = concat!("snaphook/", env!("CARGO_PKG_VERSION"));
    assert_eq!(seen[0].header("user-agent"), Some(agent));
    let host = server.address.to_string();
    assert_eq!(seen[0].header("host"), Some(host.as_str()));
    assert_eq!(seen[0].header("accept-encoding"), None);
    // The exact JSON, without the newline that commands get.
    assert_eq!(seen[0].body, call().fields().to_line());
    let body: Value = serde_json::from_slice(&seen[0].body).unwrap();
    assert_eq!(body["tool_input"], json!({"command": "ls"}));
}

#[tokio::test]
async fn an_empty_body_is_success_with_nothing_to_apply() {
    for raw in [
        answer("200 OK", ""),
        answer("200 OK", " \r\n\t"),
        answer("202 Accepted", "\u{feff}"),
        "HTTP/1.1 204 No Content\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_owned(),
    ] {
        let outcome = outcome_of(raw.clone()).await;
        assert_eq!(outcome.hooks[0].status.as_str(), "success", "{raw}");
        assert_eq!(outcome.permission_decision, None);
        assert!(!outcome.blocked);
    }
}

#[tokio::test]
async fn a_json_object_is_read_like_stdout_at_exit_0() {
    let deny = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "not today"}});
    for raw in [
        answer("200 OK", &deny.to_string()),
        answer("201 Created", &format!("\u{feff}\n {deny}\n")),
        // The type that a server claims does not matter.
        format!("HTTP/1.1 299 Fine\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n{deny}"),
        format!(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n{:x}\r\n{deny}\r\n0\r\n\r\n",
            deny.to_string().len()
        ),
    ] {
        let outcome = outcome_of(raw.clone()).await;
        assert!(outcome.blocked, "{raw}");
        assert_eq!(outcome.block_reason.as_deref(), Some("not today"));
    }
    let context = json!({"systemMessage": "hello", "hookSpecificOutput":
        {"hookEventName": "PreToolUse", "additionalContext": "seen"}});
    let outcome = outcome_of(answer("200 OK", &context.to_string())).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "success");
    assert_eq!(outcome.additional_context, ["seen"]);
    assert_eq!(outcome.system_messages, ["hello"]);
}

#[tokio::test]
async fn bytes_that_are_not_utf8_are_replaced() {
    let mut raw = answer("200 OK", r#"{"systemMessage": "a_b"}"#).into_bytes();
    let at = raw.iter().position(|byte| *byte == b'_').unwrap();
    raw[at] = 0xff;
    let outcome = outcome_of(raw).await;
    assert_eq!(outcome.system_messages, ["a\u{fffd}b"]);
}

#[tokio::test]
async fn an_answer_that_is_only_async_applies_nothing() {
    for body in [r#"{"async": true}"#, r#"{"async":true,"asyncTimeout":5}"#] {
        let outcome = outcome_of(answer("200 OK", body)).await;
        assert_eq!(outcome.hooks[0].status.as_str(), "success", "{body}");
        assert_eq!(outcome.hooks[0].stdout, None, "{body}");
    }
    // Nothing that stands beside a deny voids it.
    let deny = r#"{"async": true, "decision": "block", "reason": "no"}"#;
    let outcome = outcome_of(answer("200 OK", deny)).await;
    assert!(outcome.blocked);
}

#[tokio::test]
async fn any_other_body_is_a_failure() {
    for body in [
        "ok", "[]", "\"{}\"", "true", "null", "{", "{}}", "{\"a\":}", "<html>",
    ] {
        let why = failure_of(answer("200 OK", body)).await;
        let start = "its answer must be a JSON object, or empty: ";
        assert!(why.starts_with(start), "{body}: {why}");
    }
    let why = failure_of(answer("200 OK", "[1]")).await;
    assert_eq!(
        why,
        "its answer must be a JSON object, or empty: it is a list"
    );
    let entry = outcome_of(answer("200 OK", r#"{"decision": "perhaps"}"#)).await;
    assert_eq!(entry.hooks[0].status.as_str(), "failed");
    let gzip = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}";
    let why = failure_of(gzip).await;
    assert_eq!(
        why,
        "its answer is compressed, although no compression was requested"
    );
    let plain = "HTTP/1.1 200 OK\r\ncontent-encoding: identity\r\ncontent-length: 2\r\n\r\n{}";
    let outcome = outcome_of(plain).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "success");
}

#[tokio::test]
async fn any_other_status_is_a_failure_whatever_the_body_says() {
    let allow = r#"{"decision": "approve"}"#;
    for (status, shown) in [
        ("400 Bad Request", "400 Bad Request"),
        ("401 Unauthorized", "401 Unauthorized"),
        ("404 Not Found", "404 Not Found"),
        ("500 Oh No", "500 Internal Server Error"),
        ("503 Service Unavailable", "503 Service Unavailable"),
        ("304 Not Modified", "304 Not Modified"),
        ("302 Found", "302 Found"),
        ("999 What", "999 <unknown status code>"),
    ] {
        let why = failure_of(answer(status, allow)).await;
        // A 304 has no body.
        let body = match status.starts_with("304") {
            true => String::new(),
            false => format!(": {allow}"),
        };
        assert_eq!(why, format!("it answered {shown}{body}"), "{status}");
    }
    let long = "x".repeat(100_000);
    let why = failure_of(answer("500 Oh No", &long)).await;
    assert!(why.len() < 1_000, "only its beginning is shown");
}

#[tokio::test]
async fn a_server_that_does_not_speak_http_is_a_failure() {
    for raw in ["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc\r\n\r\n"] {
        let why = failure_of(raw).await;
        let start = "the server does not speak HTTP: ";
        assert!(why.starts_with(start), "{why}");
    }
    assert_eq!(failure_of("").await, "the server closed the connection");
    let short = "HTTP/1.1 200 OK\r\ncontent-length: 50\r\nconnection: close\r\n\r\n{";
    let why = failure_of(short).await;
    assert!(why.starts_with("its answer was cut off: "), "{why}");
}
