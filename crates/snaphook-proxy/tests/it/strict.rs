//! What a guard must not let through: messages that readers take differently, and answers
//! that fit no request.

use serde_json::{Value, json};
use snaphook::{Answer, FunctionHook};
use tempfile::tempdir;

use crate::common::{Client, allowing, call, engine, lines_of, output, recorder, script};

#[tokio::test]
async fn messages_that_readers_take_differently_do_not_reach_the_server() {
    let folder = tempdir().unwrap();
    let settings = json!({"permissions": {"allow": ["mcp__fake__open"]}});
    let mut client = Client::before(recorder(folder.path()), engine(settings));
    let bad = [
        r#"{"id":1,"method":"ping","method":"tools/call","params":{"name":"x"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","name":"x"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","arguments":{"a":1,"\u0061":2}}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","Name":"x"}}"#,
        r#"{"id":1,"method":"ping","METHOD":"tools/call"}"#,
        r#"{"id":1,"method":"tools/call","params":["x"]}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":7}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","arguments":"x"}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","arguments":{"n":1e999}}}"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open","arguments":{"s":"\ud800"}}}"#,
        r#"{"id":1,"method":"tools/call"}"#,
        r#"{"id":1.0,"method":"tools/call","params":{"name":"open"}}"#,
        r#"{"id":null,"method":"tools/call","params":{"name":"open"}}"#,
        r#"[{"id":1,"method":"tools/call","params":{"name":"x"}}]"#,
        r#"{"id":1,"method":"tools/call","params":{"name":"open"}"#,
        "\u{feff}{\"id\":1,\"method\":\"ping\"}",
        "nonsense",
    ];
    for line in bad {
        client.write(line).await;
        let refused = client.next().await;
        let message = refused["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{line}: {refused}"));
        assert!(
            message.starts_with("refused by snaphook"),
            "{line}: {refused}"
        );
    }
    // A call without an id needs no answer, and gets none; nor does it run.
    client
        .write(r#"{"method":"tools/call","params":{"name":"open"}}"#)
        .await;
    // The lines in a message do not become messages.
    client
        .write("{\"method\":\"n\",\"params\":[\r{\"id\":3,\"method\":\"tools/call\"}\r]}")
        .await;
    let got = lines_of(folder.path().join("got"), 1).await;
    assert_eq!(
        got,
        ["{\"method\":\"n\",\"params\":[ {\"id\":3,\"method\":\"tools/call\"} ]}"]
    );
}

#[tokio::test]
async fn an_id_that_is_in_use_is_refused() {
    let folder = tempdir().unwrap();
    let mut client = Client::before(recorder(folder.path()), allowing());
    client.send(&call(1, "a", json!({}))).await;
    client.write(r#"{"id":1,"method":"ping"}"#).await;
    let refused = client.next().await;
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("id is under way")
    );
}

#[tokio::test]
async fn an_answer_that_fits_no_request_is_dropped() {
    let folder = tempdir().unwrap();
    let withholds = FunctionHook::new("PostToolUse", "withholds", |_| async {
        output(json!("withheld"))
    });
    // A client that is less strict takes each of these for the answer of call 7.
    let says = [
        r#"{"id":"7","result":{"content":[{"type":"text","text":"secret"}]}}"#,
        r#"{"id":7.0,"result":{"content":[{"type":"text","text":"secret"}]}}"#,
        r#"{"id":8,"id":7,"result":{"content":[{"type":"text","text":"secret"}]}}"#,
        "{\"method\":\"n\",\"params\":[\r{\"id\":7,\"result\":{}}\r]}",
        r#"[{"id":"7","result":{"content":[{"type":"text","text":"secret"}]}}]"#,
        r#"{"id":7,"result":{"content":[{"type":"text","text":"answer"}]}}"#,
        r#"{"id":7,"result":{"content":[{"type":"text","text":"secret"}]}}"#,
        r#"{"method":"end"}"#,
    ];
    std::fs::write(folder.path().join("says"), says.join("\n") + "\n").unwrap();
    let server = script(folder.path(), r#"read line; cat "$0/says"; cat"#);
    let mut client = Client::before(server, allowing().function(withholds));
    client.send(&call(7, "read", json!({}))).await;
    let mut lines = Vec::new();
    while lines.len() < 3 {
        lines.push(client.line().await);
    }
    assert!(
        lines
            .iter()
            .all(|line| !line.contains("secret") && !line.contains('\r')),
        "{lines:?}"
    );
    let answers: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let answer = answers.iter().find(|answer| answer["id"] == 7).unwrap();
    assert_eq!(crate::common::text(answer), "withheld");
    assert!(
        client.notes().contains("answers no request"),
        "{}",
        client.notes()
    );
}

#[tokio::test]
async fn a_result_that_hooks_cannot_read_is_not_passed_on() {
    let folder = tempdir().unwrap();
    let answer = r#"{"id":7,"result":{"content":[{"type":"text","text":"a","text":"b"}]}}"#;
    let server = script(folder.path(), &format!("read line; echo '{answer}'; cat"));
    let mut client = Client::before(server, allowing());
    client.send(&call(7, "read", json!({}))).await;
    let failed = client.next().await;
    assert!(crate::common::is_error(&failed), "{failed}");
    assert!(crate::common::text(&failed).contains("twice"), "{failed}");
}

#[tokio::test]
async fn a_task_is_refused_where_hooks_are_to_see_its_result() {
    let folder = tempdir().unwrap();
    let sees = FunctionHook::new("PostToolUse", "sees", |_| async { Answer::default() });
    let answer = r#"{"id":8,"result":{"task":{"taskId":"t"}}}"#;
    let server = script(folder.path(), &format!("read line; echo '{answer}'; cat"));
    let mut client = Client::before(server, allowing().function(sees));
    client
        .write(r#"{"id":7,"method":"tools/call","params":{"name":"a","task":{"ttl":1}}}"#)
        .await;
    let refused = client.next().await;
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("task"),
        "{refused}"
    );
    client.send(&call(8, "a", json!({}))).await;
    let failed = client.next().await;
    assert!(crate::common::text(&failed).contains("task"), "{failed}");
}

#[tokio::test]
async fn an_engine_that_was_shut_down_denies() {
    let folder = tempdir().unwrap();
    let built = allowing().build().unwrap();
    let server = crate::common::command(recorder(folder.path()));
    let mut client = Client::before_server(server, built.clone(), false);
    built.shutdown(std::time::Duration::ZERO).await;
    let denied = client.call("a", json!({})).await;
    assert!(crate::common::is_error(&denied), "{denied}");
}
