//! What is not a tool call passes as it is, in both directions.

use serde_json::json;
use tempfile::tempdir;

use crate::common::{Client, allowing, engine, lines_of, script};

#[tokio::test]
async fn messages_of_any_kind_pass_byte_for_byte() {
    let folder = tempdir().unwrap();
    // Says what it gets again, as notifications.
    let server = script(
        folder.path(),
        r#"while read -r line; do echo "$line" >> "$0/got"; done"#,
    );
    let mut client = Client::before(server, allowing());
    let messages = [
        r#"{"jsonrpc":"2.0", "id":1, "method":"resources/read", "params":{"uri":"a:b"}, "x":[1.0]}"#,
        r#"{"jsonrpc":"2.0","id":"p","method":"prompts/get","params":{"name":"p"}}"#,
        r#"{"method":"notifications/progress","params":{"progressToken":1,"progress":1e0}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"made/up","params":[]}"#,
    ];
    for message in messages {
        client.write(message).await;
    }
    assert_eq!(lines_of(folder.path().join("got"), 4).await, messages);
}

#[tokio::test]
async fn messages_of_the_server_pass_byte_for_byte() {
    let folder = tempdir().unwrap();
    let messages = [
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1.50}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[],"new":{}}}"#,
        r#"{"jsonrpc":"2.0", "id":"r", "method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","method":"made/up"}"#,
    ];
    std::fs::write(folder.path().join("says"), messages.join("\n") + "\n").unwrap();
    let server = script(folder.path(), r#"cat "$0/says"; cat > "$0/got""#);
    let mut client = Client::before(server, allowing());
    for message in messages {
        assert_eq!(client.line().await, message);
    }
    // And the client's answers.
    let answers = [
        r#"{"jsonrpc":"2.0","id":1,"result":{"role":"assistant", "x":1.0}}"#,
        r#"{"jsonrpc":"2.0","id":"r","error":{"code":-1,"message":"no"}}"#,
    ];
    for answer in answers {
        client.write(answer).await;
    }
    assert_eq!(lines_of(folder.path().join("got"), 2).await, answers);
}

#[tokio::test]
async fn tools_that_a_rule_denies_are_not_listed() {
    let settings =
        json!({"permissions": {"deny": ["mcp__fake__fail", "mcp__fake__env", "mcp__other"]}});
    let mut client = Client::of_fake(engine(settings)).await;
    client
        .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
        .await;
    let listed = client.next().await;
    let names: Vec<_> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"echo") && !names.contains(&"fail") && !names.contains(&"env"));
}

#[tokio::test]
async fn answers_are_waited_for_when_the_client_closes_its_end() {
    let mut client = Client::of_fake(allowing()).await;
    client
        .send(&crate::common::call(1, "echo", json!({"text": "last"})))
        .await;
    let (rest, ended) = client.close().await;
    assert_eq!(ended, snaphook_proxy::ProxyEnd::Client);
    assert!(rest.len() == 1 && rest[0].contains("last"), "{rest:?}");
}

#[tokio::test]
async fn requests_that_were_cancelled_keep_nobody_waiting() {
    let folder = tempdir().unwrap();
    let mut client = Client::before(script(folder.path(), "cat > \"$0/got\""), allowing());
    for id in 0..2000 {
        client
            .write(&format!(r#"{{"id":{id},"method":"resources/read"}}"#))
            .await;
        let params = format!(r#"{{"requestId":{id}}}"#);
        client
            .write(&format!(
                r#"{{"method":"notifications/cancelled","params":{params}}}"#
            ))
            .await;
    }
    client
        .write(r#"{"id":"open","method":"subscriptions/listen"}"#)
        .await;
    assert_eq!(lines_of(folder.path().join("got"), 4001).await.len(), 4001);
    let closing = std::time::Instant::now();
    client.close().await;
    assert!(closing.elapsed() < std::time::Duration::from_secs(9));
}
