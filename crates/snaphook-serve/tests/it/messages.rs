//! Unreadable messages, and requests that cannot be done, are answered by the right
//! error; and the next message is read as if nothing had been.

use serde_json::{Value, json};

use crate::common::TestServer;
use crate::peer::Peer;

const PARSE: i64 = -32700;
const REQUEST: i64 = -32600;
const METHOD: i64 = -32601;
const PARAMS: i64 = -32602;

/// Writes a line, and reads the error to it.
async fn error(peer: &mut Peer, line: &[u8]) -> (Value, i64) {
    peer.write(line).await;
    peer.write(b"\n").await;
    let answer = peer.hear().await;
    assert_eq!(answer["jsonrpc"], "2.0");
    let code = answer["error"]["code"].as_i64();
    (
        answer["id"].clone(),
        code.unwrap_or_else(|| panic!("{answer}")),
    )
}

#[tokio::test]
async fn what_is_not_json_is_a_parse_error_without_an_id() {
    let mut peer = TestServer::empty().client().await;
    for line in [
        b"nope".as_slice(),
        b"{",
        b"{\"jsonrpc\": \"2.0\", \"id\": 1,",
        b"[1,",
        b"\"\xff\"",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xc3\"}",
        b"}{",
        b"\0",
    ] {
        assert_eq!(
            error(&mut peer, line).await,
            (Value::Null, PARSE),
            "{line:?}"
        );
    }
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

#[tokio::test]
async fn what_is_json_but_no_message_is_an_invalid_request() {
    let mut peer = TestServer::empty().client().await;
    for (line, id) in [
        ("1", Value::Null),
        ("\"text\"", Value::Null),
        ("null", Value::Null),
        ("{}", Value::Null),
        ("[]", Value::Null),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"hooks/list"}]"#,
            Value::Null,
        ),
        (r#"{"id":1,"method":"hooks/list"}"#, json!(1)),
        (
            r#"{"jsonrpc":"1.0","id":"a","method":"hooks/list"}"#,
            json!("a"),
        ),
        (r#"{"jsonrpc":2.0,"id":7,"method":"hooks/list"}"#, json!(7)),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1}"#, json!(1)),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"hooks/list"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"hooks/list"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"hooks/list"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":18446744073709551615,"method":"hooks/list"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"hooks/list"}"#,
            Value::Null,
        ),
        (r#"{"jsonrpc":"2.0","result":1}"#, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"$/cancel","params":{"id":1}}"#,
            json!(3),
        ),
    ] {
        let found = error(&mut peer, line.as_bytes()).await;
        assert_eq!(found, (id, REQUEST), "{line}");
    }
    assert_eq!(
        peer.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

#[tokio::test]
async fn methods_and_params_that_do_not_fit_are_told_apart() {
    let mut peer = TestServer::empty().client().await;
    assert_eq!(peer.refused("hooks/run", json!({})).await, METHOD);
    assert_eq!(peer.refused("hooks/status", json!({})).await, METHOD);
    for (method, params) in [
        ("hooks/has", json!({})),
        ("hooks/has", json!(["Stop"])),
        ("hooks/has", json!("Stop")),
        ("hooks/has", json!({"event": 1})),
        ("hooks/execute", json!({})),
        ("hooks/execute", json!({"input": []})),
        ("hooks/execute", json!({"input": {}})),
        ("hooks/execute", json!({"input": {"hook_event_name": 1}})),
        (
            "hooks/execute",
            json!({"input": {"hook_event_name": "Stop"}, "event": "PreCompact"}),
        ),
        (
            "hooks/execute",
            json!({"input": {"hook_event_name": "Stop"}, "wait": "yes"}),
        ),
        ("session/addHook", json!({"sessionId": "s"})),
        (
            "permissions/authorize",
            json!({"input": {"hook_event_name": "PreToolUse"}}),
        ),
        ("session/start", json!({"sessionId": ""})),
    ] {
        let code = peer.refused(method, params.clone()).await;
        assert_eq!(code, PARAMS, "{method} {params}");
    }
    let why = peer.why("hooks/has", json!({})).await;
    assert_eq!(why, "invalid params of `hooks/has`: missing field `event`");
    let why = peer.why("hooks/execute", json!({"input": 1})).await;
    assert!(
        why.ends_with("the input must be a JSON object, but it is a number"),
        "{why}"
    );
}

#[tokio::test]
async fn nothing_is_done_before_initialize() {
    let mut peer = TestServer::empty().stranger();
    assert_eq!(
        peer.refused("hooks/has", json!({"event": "Stop"})).await,
        -32002
    );
    assert_eq!(peer.refused("session/start", json!({})).await, -32002);
    let id = peer
        .send("initialize", json!({"protocolVersion": 99}))
        .await;
    let answer = peer.answer(id).await;
    assert_eq!(answer["error"]["code"], -32005);
    assert_eq!(answer["error"]["data"], json!({"supported": [1]}));
    let result = peer.initialize(json!({})).await;
    assert_eq!(result["protocolVersion"], 1);
    assert_eq!(result["server"]["name"], "snaphook");
    assert_eq!(result["dialect"], "claude");
    assert_eq!(result["limits"]["messageBytes"], 16 * 1024 * 1024);
    assert_eq!(result.get("clientId"), None);
    assert_eq!(
        peer.refused("initialize", json!({"protocolVersion": 1}))
            .await,
        REQUEST
    );
}

#[tokio::test]
async fn ids_come_back_as_they_were() {
    let mut peer = TestServer::empty().client().await;
    for id in [
        json!("a\"b\u{e9}"),
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(""),
    ] {
        let message =
            json!({"jsonrpc": "2.0", "id": id, "method": "hooks/has", "params": {"event": "Stop"}});
        peer.say(&message).await;
        assert_eq!(
            peer.hear().await,
            json!({"jsonrpc": "2.0", "id": id, "result": {"has": false}})
        );
    }
}

#[tokio::test]
async fn blank_lines_and_carriage_returns_are_no_messages() {
    let mut peer = TestServer::empty().client().await;
    peer.write(b"\n\r\n   \n").await;
    peer.write(b"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"hooks/has\",\"params\":{\"event\":\"Stop\"}}\r\n")
        .await;
    assert_eq!(peer.result(5).await["has"], false);
}

#[tokio::test]
async fn notifications_are_done_and_never_answered() {
    let mut peer = TestServer::empty().client().await;
    peer.notify("session/start", json!({"sessionId": "quiet"}))
        .await;
    peer.notify("hooks/nonsense", json!({})).await;
    peer.notify("hooks/has", json!([])).await;
    peer.notify("$/cancel", json!({})).await;
    peer.notify("$/cancel", json!({"id": 77})).await;
    let answer = peer
        .send("session/end", json!({"sessionId": "quiet"}))
        .await;
    let first = peer.hear().await;
    assert_eq!(first["id"], answer);
    assert_eq!(first["result"], json!({"notices": []}));
}

#[tokio::test]
async fn answers_that_nobody_waits_for_are_ignored() {
    let mut peer = TestServer::empty().client().await;
    for id in [json!(1), json!("x"), json!(-5)] {
        peer.say(&json!({"jsonrpc": "2.0", "id": id, "result": {}}))
            .await;
        peer.say(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": 1, "message": "no"}}))
            .await;
    }
    let has = peer.send("hooks/has", json!({"event": "Stop"})).await;
    assert_eq!(peer.hear().await["id"], has);
}

#[tokio::test]
async fn nesting_of_any_depth_does_no_harm() {
    let world = TestServer::hooks(&[json!({"command": "cat >/dev/null"})]);
    let mut peer = world.client().await;
    for depth in [100, 200, 100_000] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let input =
            format!(r#"{{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{deep}}}"#);
        for (line, codes) in [
            (deep.clone(), vec![-32600, -32700]),
            (
                format!(r#"{{"jsonrpc":"2.0","id":{deep},"method":"x"}}"#),
                vec![-32600, -32700],
            ),
            (
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","more":{deep}}}"#),
                vec![-32601, -32700],
            ),
            (
                format!(r#"{{"jsonrpc":"2.0","id":1,"method":"hooks/has","params":{deep}}}"#),
                vec![-32602],
            ),
            (
                format!(
                    r#"{{"jsonrpc":"2.0","id":1,"method":"hooks/execute","params":{{"input":{input}}}}}"#
                ),
                vec![0, -32602],
            ),
            (
                format!(
                    r#"{{"jsonrpc":"2.0","id":1,"method":"permissions/authorize","params":{{"input":{input}}}}}"#
                ),
                vec![0, -32602],
            ),
            (
                format!(r#"{{"jsonrpc":"2.0","id":1,"result":{deep}}}"#),
                vec![],
            ),
        ] {
            peer.write(format!("{line}\n").as_bytes()).await;
            if !codes.is_empty() {
                let answer = peer.hear().await;
                let code = answer["error"]["code"].as_i64().unwrap_or(0);
                assert!(codes.contains(&code), "{depth}: {answer}");
            }
        }
    }
    // A decision about a call is about the whole call, or there is none.
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"permissions/authorize","params":{{"input":{{"tool_name":"Bash","tool_input":{deep}}}}}}}"#
    );
    peer.write(format!("{call}\n").as_bytes()).await;
    assert_eq!(peer.code(7).await, -32602);
}
