//! Tool calls: allowed, denied, rewritten, failed, cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use snaphook::answer::PermissionDecision;
use snaphook::{Answer, FunctionHook};
use tempfile::tempdir;

use crate::common::{
    Client, allowing, call, engine, is_error, lines_of, output, recorder, script, text,
};

#[tokio::test]
async fn an_allowed_call_is_answered_byte_for_byte() {
    let folder = tempdir().unwrap();
    let answer = r#"{ "id":1,"result": {"content":[], "_meta":{"n":1.10}},"more":[1e400] }"#;
    let server = script(folder.path(), &format!("read line; echo '{answer}'; cat"));
    let mut client = Client::before(server, allowing());
    client.send(&call(1, "echo", json!({"a": 1}))).await;
    assert_eq!(client.line().await, answer);
}

#[tokio::test]
async fn a_denied_call_never_reaches_the_server() {
    let folder = tempdir().unwrap();
    let settings = json!({"permissions": {"allow": ["mcp__fake"], "deny": ["mcp__fake__remove"]}});
    let builder = engine(settings).function(FunctionHook::new(
        "PreToolUse",
        "no-secrets",
        |call| async move {
            match call.input.fields().json("tool_input").unwrap()["path"].as_str() {
                Some("secret") => Answer::deny("not this path"),
                _ => Answer::default(),
            }
        },
    ));
    let mut client = Client::before(recorder(folder.path()), builder);
    let by_rule = client.call("remove", json!({})).await;
    assert!(is_error(&by_rule), "{by_rule}");
    assert!(text(&by_rule).contains("mcp__fake__remove"), "{by_rule}");
    let by_hook = client.call("read", json!({"path": "secret"})).await;
    assert!(text(&by_hook).contains("not this path"), "{by_hook}");
    client.send(&call(2, "read", json!({"path": "open"}))).await;
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(got, [call(2, "read", json!({"path": "open"})).to_string()]);
}

#[tokio::test]
async fn what_nobody_allows_is_denied() {
    let folder = tempdir().unwrap();
    let mut client = Client::before(recorder(folder.path()), engine(json!({})));
    let denied = client.call("read", json!({})).await;
    assert!(is_error(&denied), "{denied}");
    // A hook that leaves it to the host leaves it to nobody.
    let defers = FunctionHook::new("PreToolUse", "defers", |_| async {
        let mut answer = Answer::default();
        answer.permission = Some(PermissionDecision::Defer);
        answer
    });
    let mut client = Client::before(recorder(folder.path()), allowing().function(defers));
    let denied = client.call("read", json!({})).await;
    assert!(is_error(&denied), "{denied}");
    assert!(text(&denied).contains("leaves the decision"), "{denied}");
}

#[tokio::test]
async fn a_guard_that_fails_denies() {
    let folder = tempdir().unwrap();
    let settings = json!({"permissions": {"allow": ["mcp__fake"]}, "hooks": {"PreToolUse": [
        {"hooks": [{"command": "exit 1", "name": "broken", "onFailure": "block"}]}]}});
    let mut client = Client::before(recorder(folder.path()), engine(settings));
    let denied = client.call("read", json!({})).await;
    assert!(text(&denied).contains("broken"), "{denied}");
    drop(client);
    assert_eq!(
        std::fs::read_to_string(folder.path().join("got")).unwrap_or_default(),
        ""
    );
}

#[tokio::test]
async fn a_rewritten_call_keeps_everything_else() {
    let folder = tempdir().unwrap();
    let rewrites = FunctionHook::new("PreToolUse", "rewrites", |_| async {
        Answer::rewrite(json!({"path": "b", "n": 1}))
    });
    let mut client = Client::before(recorder(folder.path()), allowing().function(rewrites));
    client
        .write(r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"read","arguments":{"path":"a"},"_meta":{"progressToken": 1.0},"new":[18446744073709551617]}}"#)
        .await;
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(
        got[0],
        r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"read","arguments":{"path":"b","n":1},"_meta":{"progressToken": 1.0},"new":[18446744073709551617]}}"#
    );
}

#[tokio::test]
async fn hooks_rewrite_results_and_add_to_them() {
    let changes = FunctionHook::new("PostToolUse", "changes", |call| async move {
        let response = call.input.fields().json("tool_response").unwrap();
        match response["content"][0]["text"].as_str().unwrap() {
            "plain" => Answer::default(),
            "whole" => output(json!({"content": [
                {"type": "text", "text": "changed", "annotations": {}}], "_meta": {"a": 1}})),
            "text" => output(json!("withheld")),
            _ => Answer::context("seen"),
        }
    });
    let mut client = Client::of_fake(allowing().function(changes)).await;
    let mut echo = async |said: &str| client.call("echo", json!({ "text": said })).await;
    assert_eq!(text(&echo("plain").await), "plain");
    let whole = echo("whole").await;
    assert_eq!(whole["result"]["_meta"], json!({"a": 1}));
    assert_eq!(text(&whole), "changed");
    assert_eq!(text(&echo("text").await), "withheld");
    assert_eq!(text(&echo("other").await), "other|seen");
}

#[tokio::test]
async fn a_rewrite_without_structured_content_is_an_error_for_the_client() {
    let withholds = FunctionHook::new("PostToolUse", "withholds", |_| async {
        output(json!("withheld"))
    });
    let mut client = Client::of_fake(allowing().function(withholds)).await;
    let result = client.call("structured", json!({"secret": 1})).await;
    assert_eq!(text(&result), "withheld");
    assert!(
        is_error(&result) && result["result"].get("structuredContent").is_none(),
        "{result}"
    );
}

#[tokio::test]
async fn failures_pass_their_own_hooks() {
    let sees = FunctionHook::new("PostToolUseFailure", "sees", |call| async move {
        let error = call.input.fields().text("error").unwrap().into_owned();
        Answer::context(format!("seen: {error}"))
    });
    let mut client = Client::of_fake(allowing().function(sees)).await;
    let failed = client.call("fail", json!({"text": "disk full"})).await;
    assert!(is_error(&failed));
    assert_eq!(text(&failed), "disk full|seen: disk full");
    let refused = client.call("unknown", json!({})).await;
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("seen: "), "{refused}");
}

#[tokio::test]
async fn calls_at_once_are_looked_at_one_by_one() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let counts = FunctionHook::new("PreToolUse", "counts", move |call| {
        let counter = Arc::clone(&counter);
        async move {
            counter.fetch_add(1, Ordering::SeqCst);
            let input = call.input.fields().json("tool_input").unwrap();
            match input["text"].as_str().unwrap().ends_with('7') {
                true => Answer::deny("not a seven"),
                false => Answer::default(),
            }
        }
    });
    let mut client = Client::of_fake(allowing().function(counts)).await;
    for number in 0..100 {
        client
            .send(&call(number, "echo", json!({"text": number.to_string()})))
            .await;
    }
    let mut denied = Vec::new();
    for _ in 0..100 {
        let response = client.next().await;
        let id = response["id"].as_i64().unwrap();
        match is_error(&response) {
            true => denied.push(id),
            false => assert_eq!(text(&response), id.to_string()),
        }
    }
    denied.sort_unstable();
    assert_eq!(denied, [7, 17, 27, 37, 47, 57, 67, 77, 87, 97]);
    assert_eq!(asked.load(Ordering::SeqCst), 100);
}

#[tokio::test]
async fn a_cancelled_call_ends_at_the_server_too() {
    let folder = tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut client = Client::of_fake(allowing()).await;
    let input = json!({"started": file("started"), "cancelled": file("cancelled")});
    client.send(&call(5, "hang", input)).await;
    wait_for(&file("started")).await;
    let params = json!({"requestId": 5});
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    wait_for(&file("cancelled")).await;
    assert_eq!(
        text(&client.call("echo", json!({"text": "on"})).await),
        "on"
    );
}

#[tokio::test]
async fn a_call_cancelled_before_it_is_allowed_never_starts() {
    let folder = tempdir().unwrap();
    let waits = FunctionHook::new("PreToolUse", "waits", |_| std::future::pending::<Answer>());
    let mut client = Client::before(recorder(folder.path()), allowing().function(waits));
    client.send(&call(5, "read", json!({}))).await;
    let params = json!({"requestId": 5});
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
        .await;
    client
        .write(r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#)
        .await;
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(got, [r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#]);
}

#[tokio::test]
async fn a_server_that_dies_fails_the_call_and_ends_the_proxy() {
    let mut client = Client::of_fake(allowing()).await;
    let failed = client.call("crash", json!({})).await;
    assert!(is_error(&failed), "{failed}");
    let ended = format!("{:?}", client.ended().await);
    assert!(ended.contains("exit code 7"), "{ended}");
}

async fn wait_for(file: &str) {
    let waiting = async {
        while !std::path::Path::new(file).exists() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), waiting)
        .await
        .expect(file);
}
