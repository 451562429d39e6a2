//! Intent, environment and permissions of a session, and the progress of its hooks.

use serde_json::{Value, json};

use crate::common::{TestServer, bash, builder, fake, stop};
use crate::peer::Peer;

async fn decision(peer: &mut Peer, command: &str) -> Value {
    let params = json!({"sessionId": "s1", "input": bash(command)});
    peer.ask("permissions/authorize", params).await["decision"].clone()
}

#[tokio::test]
async fn an_intent_satisfies_the_builtin_that_requires_one() {
    let hook = json!({"type": "builtin", "command": "require_intent"});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let builtins = snaphook::builtins::shipped();
    let engine = builder()
        .builtins(builtins)
        .settings_json(settings.to_string());
    let world = TestServer::of(engine);
    let mut peer = world.client().await;
    peer.start("s1").await;
    for (intent, blocked) in [
        (Value::Null, true),
        (json!("fix the test"), false),
        (Value::Null, true),
    ] {
        let params = json!({"sessionId": "s1", "intent": intent});
        peer.ask("intent/set", params).await;
        let fired = json!({"sessionId": "s1", "input": bash("make")});
        let outcome = peer.execute(fired).await;
        assert_eq!(outcome["blocked"], blocked, "{intent}: {outcome}");
    }
    let other = json!({"sessionId": "s2", "intent": "x"});
    assert_eq!(peer.refused("intent/set", other).await, -32001);
}

#[tokio::test]
async fn the_environment_of_the_session_is_handed_out() {
    let hook = json!({"command": "echo 'export GREETING=hello' >> \"$CLAUDE_ENV_FILE\""});
    let world = TestServer::with(&json!({"hooks": {"SessionStart": [{"hooks": [hook]}]}}));
    let mut peer = world.client().await;
    peer.start("s1").await;
    let ask = json!({"sessionId": "s1"});
    assert_eq!(peer.ask("session/env", ask.clone()).await["env"], json!({}));
    let input = json!({"hook_event_name": "SessionStart", "source": "startup", "cwd": std::env::temp_dir()});
    peer.execute(json!({"sessionId": "s1", "input": input}))
        .await;
    assert_eq!(
        peer.ask("session/env", ask).await["env"],
        json!({"GREETING": "hello"})
    );
}

#[tokio::test]
async fn a_client_updates_the_permissions_of_its_session() {
    let mut peer = TestServer::empty().client().await;
    peer.start("s1").await;
    assert_eq!(decision(&mut peer, "make all").await, "deny");
    let update = json!({"type": "addRules", "behavior": "allow",
        "rules": [{"toolName": "Bash", "ruleContent": "make *"}]});
    peer.ask(
        "permissions/update",
        json!({"sessionId": "s1", "update": update}),
    )
    .await;
    assert_eq!(decision(&mut peer, "make all").await, "allow");
    // A file of settings is not the client's to write, and a wrong rule changes nothing.
    let mut elsewhere = update.clone();
    elsewhere["destination"] = "userSettings".into();
    let unread = json!({"type": "setMode", "mode": "everything"});
    for update in [elsewhere, unread, json!({})] {
        let params = json!({"sessionId": "s1", "update": update});
        assert_eq!(peer.refused("permissions/update", params).await, -32602);
    }
}

#[tokio::test]
async fn a_question_carries_the_tool_and_its_whole_input() {
    let world = TestServer::with(&json!({"permissions": {"ask": ["Bash"]}}));
    let mut peer = world
        .client_with(json!({"capabilities": {"approvals": true}}))
        .await;
    peer.start("s1").await;
    let mut input = bash("make deploy");
    input["tool_input"]["description"] = "to production".into();
    let params = json!({"sessionId": "s1", "input": input});
    let asked = peer.send("permissions/authorize", params).await;
    let question = peer.hear_method("approval/request").await;
    assert_eq!(question["params"]["toolName"], "Bash");
    assert_eq!(question["params"]["toolInput"], input["tool_input"]);
    peer.reply(&question, json!({"selected": "deny"})).await;
    assert_eq!(peer.result(asked).await["decision"], "deny");
}

#[tokio::test]
async fn progress_of_each_hook_is_sent() {
    let world =
        TestServer::with(&json!({"hooks": {"Stop": [{"hooks": [fake(&["say:working"])]}]}}));
    let progress = json!({"capabilities": {"progress": true}});
    let mut peer = world.client_with(progress.clone()).await;
    let mut other = world.client_with(progress).await;
    peer.start("s1").await;
    let fired = peer
        .send("hooks/execute", json!({"sessionId": "s1", "input": stop()}))
        .await;
    let mut kinds = Vec::new();
    loop {
        let params = peer.hear_method("hooks/progress").await["params"].clone();
        assert_eq!(params["sessionId"], "s1");
        assert_eq!(params["event"], "Stop");
        let kind = params["kind"].as_str().unwrap().to_owned();
        if kind == "output" {
            assert_eq!(params["stream"], "stdout");
            assert_eq!(params["text"], "working\n");
        }
        if kind != "started" {
            assert!(params["elapsedMs"].is_number(), "{params}");
        }
        kinds.push(kind.clone());
        if kind == "finished" {
            assert_eq!(params["entry"]["status"], "success", "{params}");
            assert_eq!(params["entry"]["id"], params["hook"]);
            break;
        }
    }
    assert_eq!(kinds, ["started", "output", "finished"]);
    peer.result(fired).await;
    // Another client gets nothing of it.
    other.send("hooks/has", json!({"event": "Stop"})).await;
    assert_eq!(other.hear().await["result"]["has"], true);
}
