//! `permissions/authorize`: what a session was told lasts as long as it does.

use serde_json::{Value, json};
use snaphook::{Answer, FunctionHook};

use crate::common::{TestServer, bash, builder, fake, until_said};

#[tokio::test]
async fn rules_modes_and_rewrites_decide() {
    let world = TestServer::with(&json!({
        "permissions": {"allow": ["Bash(git *)"], "deny": ["Bash(git push *)"]},
        "hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [{"name": "rewrites", "command":
            "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\",\"updatedInput\":{\"file_path\":\"/repo/b\"}}}'"}]}]}}));
    let mut peer = world.client().await;
    let decided = peer
        .ask(
            "permissions/authorize",
            json!({"input": bash("git status")}),
        )
        .await;
    assert_eq!(decided["decision"], "allow");
    let decided = peer
        .ask("permissions/authorize", json!({"input": bash("git push")}))
        .await;
    assert_eq!(decided["decision"], "deny");
    assert_eq!(decided["by"]["rule"], "Bash(git push *)");
    assert!(decided["textForModel"].is_string());
    let edit = json!({"tool_name": "Edit", "tool_input": {"file_path": "/repo/a"}, "cwd": "/repo"});
    let decided = peer
        .ask("permissions/authorize", json!({"input": edit}))
        .await;
    assert_eq!(decided["toolInput"]["file_path"], "/repo/b");
    assert_eq!(decided["rewritten"], true);
    let mut other = bash("ls");
    other["hook_event_name"] = "Stop".into();
    assert_eq!(
        peer.refused("permissions/authorize", json!({"input": other}))
            .await,
        -32602
    );
    let mut yolo = bash("rm x");
    yolo["permission_mode"] = "bypassPermissions".into();
    let decided = peer
        .ask("permissions/authorize", json!({"input": yolo}))
        .await;
    assert_eq!(
        (&decided["decision"], &decided["mode"]),
        (&json!("allow"), &json!("bypassPermissions"))
    );
}

#[tokio::test]
async fn what_a_person_allows_for_good_holds_in_the_session() {
    let world = TestServer::empty();
    let mut peer = world
        .client_with(json!({"capabilities": {"approvals": true}}))
        .await;
    peer.start("s1").await;
    let params = json!({"sessionId": "s1", "input": bash("make test")});
    let asked = peer.send("permissions/authorize", params.clone()).await;
    let question = peer.hear_method("approval/request").await;
    let keys: Vec<_> = question["params"]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["key"].clone())
        .collect();
    assert_eq!(keys, ["allow", "always", "deny"]);
    peer.reply(&question, json!({"selected": "always"})).await;
    assert_eq!(peer.result(asked).await["decision"], "allow");
    // Nobody is asked again.
    let decided = peer.ask("permissions/authorize", params).await;
    assert_eq!(
        (&decided["decision"], &decided["by"]["kind"]),
        (&json!("allow"), &json!("rule"))
    );
}

#[tokio::test]
async fn background_hooks_of_a_call_outside_a_session_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    let wait = format!("wait:{}", go.display());
    let mut hook = fake(&["say:ready", &wait, "say:done"]);
    hook["async"] = true.into();
    let world = TestServer::hooks(&[hook]);
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    peer.ask("permissions/authorize", json!({"input": bash("ls")}))
        .await;
    until_said(&mut progress, "ready").await;
    std::fs::write(&go, "").unwrap();
    until_said(&mut progress, "done").await;
}

#[tokio::test]
async fn half_a_character_is_no_reason_to_refuse_a_call() {
    let world = TestServer::with(&json!({"permissions": {"allow": ["Bash"]}}));
    let mut peer = world.client().await;
    peer.write(
        br#"{"jsonrpc":"2.0","id":"half","method":"permissions/authorize","params":{"input":{"cwd":"/repo","tool_name":"Bash","tool_input":{"command":"ls \ud800"}}}}
"#,
    )
    .await;
    let answer = peer.hear().await;
    assert_eq!(answer["result"]["decision"], "allow", "{answer}");
    assert_eq!(answer["result"]["toolInput"]["command"], "ls \u{fffd}");
}

#[tokio::test]
async fn a_client_hands_in_the_conversation_with_an_event_and_with_a_call() {
    let function = FunctionHook::new("PreToolUse", "reads", |call| async move {
        call.read_conversation()
            .map(|said| Answer::context(said.text()))
    });
    let world = TestServer::of(builder().function(function));
    let mut peer = world.client().await;
    let said = json!([{"role": "user", "text": "clean up"}, {"role": "assistant", "text": "Yes."}]);
    let params = json!({"input": bash("ls"), "conversation": said});
    let context = |outcome: &Value| outcome["additionalContext"].clone();
    let read = json!(["user: clean up\nassistant: Yes."]);
    let ran = peer.ask("hooks/execute", params.clone()).await;
    assert_eq!(context(&ran["outcome"]), read);
    let decided = peer.ask("permissions/authorize", params).await;
    assert_eq!(context(&decided["outcomes"][0]), read);
    let bare = json!({"input": bash("ls")});
    let decided = peer.ask("permissions/authorize", bare).await;
    assert_eq!(context(&decided["outcomes"][0]), Value::Null);
}
