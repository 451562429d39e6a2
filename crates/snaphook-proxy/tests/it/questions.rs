//! What the server asks the user, and what the proxy asks the person at the client.

use serde_json::{Value, json};
use snaphook::{Answer, EngineBuilder, FunctionHook};
use tempfile::{TempDir, tempdir};

use crate::common::{
    Client, allowing, call, command, engine, is_error, lines_of, recorder, script,
};

const QUESTION: &str = r#"{"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{"message":"Your name?","requestedSchema":{"type":"object"}}}"#;

/// A client of a server that asks once, and writes down what it gets.
fn asked(builder: EngineBuilder) -> (Client, TempDir) {
    let folder = tempdir().unwrap();
    let server = script(
        folder.path(),
        &format!("echo '{QUESTION}'; cat > \"$0/got\""),
    );
    (Client::before(server, builder), folder)
}

async fn got(folder: &TempDir) -> Value {
    let got = lines_of(folder.path().join("got"), 1).await;
    serde_json::from_str(&got[0]).unwrap()
}

fn answers(event: &'static str, answer: &'static str) -> EngineBuilder {
    let output = format!(r#"{{"hookSpecificOutput":{{"hookEventName":"{event}",{answer}}}}}"#);
    let command = format!("cat >/dev/null; echo '{output}'");
    engine(json!({"hooks": {event: [{"hooks": [{"command": command}]}]}}))
}

#[tokio::test]
async fn a_question_that_no_hook_answers_is_asked_as_it_is() {
    let (mut client, folder) = asked(allowing());
    assert_eq!(client.line().await, QUESTION);
    let answer = r#"{"jsonrpc":"2.0","id":9,"result":{"action":"accept","content":{"n":1.0}}}"#;
    client.write(answer).await;
    assert_eq!(lines_of(folder.path().join("got"), 1).await, [answer]);
}

#[tokio::test]
async fn a_hook_answers_in_the_users_place() {
    let (_client, folder) = asked(answers(
        "Elicitation",
        r#""action":"accept","content":{"name":"a"}"#,
    ));
    let answer = got(&folder).await;
    assert_eq!(answer["id"], 9);
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"name": "a"}})
    );

    let settings = json!({"hooks": {"Elicitation": [{"matcher": "fake", "hooks": [
        {"command": "echo no >&2; exit 2"}]}]}});
    let (_client, folder) = asked(engine(settings));
    assert_eq!(got(&folder).await["result"], json!({"action": "decline"}));
}

#[tokio::test]
async fn a_hook_changes_the_users_answer() {
    let (mut client, folder) = asked(answers("ElicitationResult", r#""action":"cancel""#));
    client.line().await;
    client
        .write(r#"{"jsonrpc":"2.0","id":9,"result":{"action":"accept","content":{"a":1}}}"#)
        .await;
    assert_eq!(got(&folder).await["result"], json!({"action": "cancel"}));
}

#[tokio::test]
async fn questions_in_a_result_pass_hooks() {
    let folder = tempdir().unwrap();
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"Name?"}}}}}"#;
    let done = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}]}}"#;
    let text =
        format!("read a; echo '{result}'; read b; echo \"$b\" > \"$0/got\"; echo '{done}'; cat");
    let builder = answers("Elicitation", r#""action":"accept","content":{"name":"a"}"#)
        .settings_json(r#"{"permissions":{"allow":["mcp__fake"]}}"#);
    let mut client = Client::before(script(folder.path(), &text), builder);
    assert_eq!(
        crate::common::text(&client.call("a", json!({})).await),
        "done"
    );
    let again = got(&folder).await;
    let params = json!({"name": "a", "arguments": {}, "requestState": "s",
        "inputResponses": {"q": {"action": "accept", "content": {"name": "a"}}}});
    assert_eq!(again["params"], params);

    // Nobody asks for a part of them.
    let mixed = result.replace(
        r#""inputRequests":{"#,
        r#""inputRequests":{"r":{"method":"roots/list"},"#,
    );
    let builder = answers("Elicitation", r#""action":"decline""#)
        .settings_json(r#"{"permissions":{"allow":["mcp__fake"]}}"#);
    let text = format!("read a; echo '{mixed}'; cat");
    let mut client = Client::before(script(folder.path(), &text), builder);
    assert!(is_error(&client.call("a", json!({})).await));
}

#[tokio::test]
async fn the_person_at_the_client_is_asked() {
    let folder = tempdir().unwrap();
    let built = engine(json!({})).build().unwrap();
    let server = command(recorder(folder.path()));
    let mut client = Client::before_server(server, built, true);
    client
        .send(&json!({"id": 0, "method": "initialize", "params": {"capabilities": {"elicitation": {}}}}))
        .await;
    // An answer that was not offered is a no, as is every other word.
    for (answer, allowed) in [
        (
            json!({"action": "accept", "content": {"answer": "deny"}}),
            false,
        ),
        (
            json!({"action": "accept", "content": {"answer": "approve"}}),
            false,
        ),
        (
            json!({"action": "accept", "content": {"answer": true}}),
            false,
        ),
        (json!({"action": "accept"}), false),
        (
            json!({"action": "ok", "content": {"answer": "allow"}}),
            false,
        ),
        (
            json!({"action": "decline", "content": {"answer": "allow"}}),
            false,
        ),
        (
            json!({"action": "accept", "content": {"answer": "allow"}}),
            true,
        ),
    ] {
        client.send(&call(1, "read", json!({"path": "a"}))).await;
        let question = client.next().await;
        assert_eq!(question["method"], "elicitation/create");
        assert!(
            question["params"]["message"]
                .as_str()
                .unwrap()
                .contains("mcp__fake__read")
        );
        client
            .send(&json!({"id": question["id"], "result": answer}))
            .await;
        if !allowed {
            assert!(is_error(&client.next().await), "{answer}");
        }
    }
    let got = lines_of(folder.path().join("got"), 2).await;
    assert_eq!(got.len(), 2, "{got:?}");
}

#[tokio::test]
async fn hooks_that_hold_a_session_are_not_asked_about_other_servers() {
    let other = FunctionHook::new("Elicitation", "other", |_| async { Answer::default() });
    let (mut client, _folder) = asked(allowing().function(other));
    assert_eq!(client.line().await, QUESTION);
}
