//! The schema of the protocol, held against a whole conversation: every message
//! of either side, and every result.

use snaphook::prelude::*;
use std::collections::BTreeSet;

use jsonschema::Validator;
use serde_json::{Value, json};
use snaphook::{Context, Engine};
use snaphook_serve::{HookServer, ServerOptions};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// What the schema says of a part of the protocol.
struct Schemas {
    client: Validator,
    server: Validator,
}

/// A schema that is one of the parts.
fn part(of: &Value) -> Validator {
    let mut schema = snaphook_schema::serve();
    let members = schema.as_object_mut().unwrap();
    members.remove("anyOf");
    for (key, value) in of.as_object().unwrap() {
        members.insert(key.clone(), value.clone());
    }
    jsonschema::validator_for(&schema).unwrap()
}

impl Schemas {
    fn new() -> Self {
        Self {
            client: part(&json!({"$ref": "#/$defs/ClientMessage"})),
            server: part(&json!({"$ref": "#/$defs/ServerMessage"})),
        }
    }
}

#[track_caller]
fn holds(schema: &Validator, message: &Value) {
    let wrong: Vec<_> = schema.iter_errors(message).map(|e| e.to_string()).collect();
    assert!(wrong.is_empty(), "{message:#}\n{wrong:#?}");
}

/// One side of a conversation that is looked at word for word.
struct ServeTranscript {
    schemas: Schemas,
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
    next: i64,
    seen: BTreeSet<String>,
}

impl ServeTranscript {
    async fn say(&mut self, message: Value) {
        holds(&self.schemas.client, &message);
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.reader.read_line(&mut line).await.unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        holds(&self.schemas.server, &message);
        message
    }

    /// Asks, and answers what the server asks meanwhile.
    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(request).await;
        loop {
            let message = self.hear().await;
            let Some(said) = message["method"].as_str() else {
                assert_eq!(message["id"], id);
                self.check_result("clientToServer", method, &message["result"]);
                return message["result"].clone();
            };
            let result = match said {
                "function/call" => json!({"systemMessage": "called"}),
                "approval/request" => json!({"selected": "allow"}),
                _ => {
                    self.seen.insert(said.to_owned());
                    continue;
                }
            };
            self.check_result("serverToClient", said, &result);
            self.say(json!({"jsonrpc": "2.0", "id": message["id"], "result": result}))
                .await;
        }
    }

    fn check_result(&mut self, side: &str, method: &str, result: &Value) {
        self.seen.insert(method.to_owned());
        let schema = snaphook_schema::serve();
        let of = &schema["x-methods"][side][method]["result"];
        assert!(of.is_object(), "{method} has no result");
        holds(&part(of), result);
    }

    /// Waits for a notification.
    async fn until(&mut self, method: &str) {
        while !self.seen.contains(method) {
            let message = self.hear().await;
            self.seen
                .insert(message["method"].as_str().unwrap().to_owned());
        }
    }
}

#[tokio::test]
async fn a_whole_conversation_is_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    let settings = |more: &str| {
        format!(
            r#"{{ "permissions": {{ "ask": ["Bash(git push *)"] }}, "hooks": {{
                "PreToolUse": [ {{ "matcher": "Bash", "hooks": [ {{ "command": "exit 2", "if": "Bash(rm *)" }} ] }} ],
                "Stop": [ {{ "hooks": [ {{ "command": "echo '{{\"systemMessage\":\"later\"}}'", "async": true }} ] }} ]
                {more} }} }}"#
        )
    };
    std::fs::write(&file, settings("")).unwrap();
    let context = Context::from_process().project_dir(folder.path());
    let engine = Engine::builder().context(context).settings_file(&file);
    let server = HookServer::new(engine.build().unwrap(), ServerOptions::new(folder.path()));
    let (here, there) = tokio::io::duplex(1024 * 1024);
    let (reader, writer) = tokio::io::split(there);
    let serving = tokio::spawn(async move { server.serve(reader, writer).await });
    let (reader, writer) = tokio::io::split(here);
    let mut talk = ServeTranscript {
        schemas: Schemas::new(),
        reader: BufReader::new(reader),
        writer,
        next: 0,
        seen: BTreeSet::new(),
    };

    let bash = |command: &str| json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}});
    let function = json!({"event": "PostToolUse", "function": "f", "name": "n", "matcher": "Bash",
        "timeout": 1.5, "onFailure": "block", "once": true, "statusMessage": "s", "internal": false});
    let all = json!({"approvals": true, "status": true, "progress": true, "settings": true});
    let client = json!({"name": "test", "version": "1"});
    talk.ask(
        "initialize",
        json!({"protocolVersion": 1, "client": client, "capabilities": all, "functions": [function]}),
    )
    .await;
    talk.ask(
        "session/start",
        json!({"sessionId": "s1", "cwd": "/repo", "functions": [function]}),
    )
    .await;
    let hook = json!({"type": "function", "function": "g"});
    let added = json!({"sessionId": "s1", "event": "Stop", "matcher": "", "hook": hook});
    let added = talk.ask("session/addHook", added).await;
    let blocked = talk
        .ask(
            "hooks/execute",
            json!({"input": bash("rm x"), "sessionId": "s1", "wait": true, "native": true}),
        )
        .await;
    assert_eq!(blocked["outcome"]["blocked"], true);
    let stop = json!({"hook_event_name": "Stop"});
    talk.ask("hooks/execute", json!({"input": stop, "sessionId": "s1"}))
        .await;
    talk.until("hooks/notice").await;
    talk.until("hooks/status").await;
    talk.until("hooks/progress").await;
    talk.ask("session/env", json!({"sessionId": "s1"})).await;
    let intent = json!({"sessionId": "s1", "intent": "mend the test"});
    talk.ask("intent/set", intent).await;
    talk.ask("intent/set", json!({"sessionId": "s1"})).await;
    let update = json!({"type": "setMode", "mode": "plan", "destination": "session"});
    talk.ask(
        "permissions/update",
        json!({"sessionId": "s1", "update": update}),
    )
    .await;
    talk.ask("hooks/observe", json!({"input": {}, "event": "PreCompact"}))
        .await;
    talk.ask("hooks/has", json!({"event": "Stop", "sessionId": "s1"}))
        .await;
    talk.ask("hooks/explain", json!({"input": bash("ls && rm x")}))
        .await;
    talk.ask("hooks/list", json!({"event": "Stop"})).await;
    for command in ["git push", "rm x", "ls"] {
        talk.ask("permissions/authorize", json!({"input": bash(command)}))
            .await;
    }
    std::fs::write(
        &file,
        settings(", \"PreCompact\": [ { \"hooks\": [ { \"command\": \"true\" } ] } ]"),
    )
    .unwrap();
    talk.ask("hooks/reload", json!({})).await;
    talk.until("settings/changed").await;
    std::fs::write(&file, "{ oops").unwrap();
    talk.ask("hooks/reload", json!({})).await;
    let removed = json!({"sessionId": "s1", "hookId": added["hookId"]});
    talk.ask("session/removeHook", removed).await;
    talk.say(json!({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": "none"}}))
        .await;
    talk.writer.write_all(b"nope\n").await.unwrap();
    let refused = loop {
        let message = talk.hear().await;
        if message.get("error").is_some() {
            break message;
        }
    };
    assert_eq!(refused["error"]["code"], -32700);
    talk.ask("session/end", json!({"sessionId": "s1", "patienceMs": 0}))
        .await;
    talk.ask("shutdown", json!({"patienceMs": 10})).await;
    serving.await.unwrap();

    let schema = snaphook_schema::serve();
    let methods = ["clientToServer", "serverToClient"].map(|side| &schema["x-methods"][side]);
    let methods = methods
        .into_iter()
        .flat_map(|side| side.as_object().unwrap().keys());
    let quiet: Vec<_> = methods
        .filter(|method| !talk.seen.contains(*method))
        .collect();
    // Approvals need a store, which the tests of the command have.
    let (approvals, others): (Vec<_>, Vec<_>) = quiet
        .into_iter()
        .partition(|method| method.starts_with("approvals/") || *method == "approval/answered");
    assert_eq!(approvals.len(), 7, "{approvals:?}");
    assert_eq!(others, ["$/cancel", "$/cancel"], "never said");
}

#[test]
fn what_is_no_message_is_refused() {
    let Schemas { client, server } = Schemas::new();
    for message in [
        json!({}),
        json!([]),
        json!({"jsonrpc": "1.0", "id": 1, "method": "hooks/list"}),
        json!({"jsonrpc": "2.0", "id": null, "method": "hooks/list"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "hooks/nonsense"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "hooks/has", "params": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "$/cancel", "params": {"id": 1}}),
        json!({"jsonrpc": "2.0", "id": 1}),
        json!({"jsonrpc": "2.0", "id": 1, "result": 1, "error": {"code": 1, "message": ""}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"message": "no code"}}),
    ] {
        assert!(!client.is_valid(&message), "{message}");
        assert!(!server.is_valid(&message), "{message}");
    }
}
