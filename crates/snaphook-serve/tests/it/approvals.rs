//! Hooks, and the pipeline, ask whoever is with the client.

use serde_json::{Value, json};

use crate::common::{TestServer, bash, fake_with};
use crate::peer::Peer;

const QUESTION: &str = r#"say:{"type":"prompt_request","id":"q1","message":"Really?","options":[{"key":"y","label":"Yes"},{"key":"n","label":"No","description":"better"}]}"#;

fn asking() -> TestServer {
    // It prints what it was answered.
    TestServer::hooks(&[fake_with(
        &[QUESTION, "read"],
        &json!({"interactive": true, "name": "asks"}),
    )])
}

async fn deciding(world: &TestServer, capabilities: Value) -> Peer {
    let mut peer = world
        .client_with(json!({"capabilities": capabilities}))
        .await;
    peer.start("s1").await;
    peer
}

#[tokio::test]
async fn the_question_of_a_hook_goes_to_the_client_of_its_session() {
    let world = TestServer::hooks(&[json!({"name": "asks", "interactive": true, "command":
        "echo '{\"type\":\"prompt_request\",\"id\":\"q1\",\"message\":\"Really?\",\"options\":[{\"key\":\"y\",\"label\":\"Yes\"},{\"key\":\"n\",\"label\":\"No\",\"description\":\"better\"}]}'; read input; read answer; case $answer in *'\"n\"'*) echo no >&2; exit 2;; esac"})]);
    let mut other = deciding(&world, json!({"approvals": true}))
        .await
        .ended("s1")
        .await;
    let mut peer = deciding(&world, json!({"approvals": true})).await;
    for (key, blocked) in [("n", true), ("y", false), ("other", false)] {
        let params = json!({"sessionId": "s1", "input": bash("make deploy")});
        let fired = peer.send("hooks/execute", params).await;
        let question = peer.hear_method("approval/request").await;
        let params = &question["params"];
        assert_eq!(params["sessionId"], "s1");
        assert_eq!(params["hook"], "asks");
        assert_eq!(params["event"], "PreToolUse");
        assert_eq!(params["about"], "Bash: make deploy");
        assert_eq!(params["questionId"], "q1");
        assert_eq!(params["message"], "Really?");
        assert_eq!(
            params["options"],
            json!([{"key": "y", "label": "Yes"}, {"key": "n", "label": "No", "description": "better"}])
        );
        peer.reply(&question, json!({"selected": key})).await;
        let outcome = peer.result(fired).await["outcome"].clone();
        assert_eq!(outcome["blocked"], blocked, "{key}: {outcome}");
    }
    assert_eq!(
        other.ask("hooks/has", json!({"event": "Stop"})).await["has"],
        false
    );
}

impl Peer {
    /// Ends the session, and keeps the client.
    async fn ended(mut self, session: &str) -> Self {
        self.ask("session/end", json!({"sessionId": session})).await;
        self
    }
}

#[tokio::test]
async fn outside_a_session_the_one_who_fired_is_asked() {
    let world = asking();
    let mut peer = world
        .client_with(json!({"capabilities": {"approvals": true}}))
        .await;
    let mut input = bash("ls");
    input["session_id"] = "mine".into();
    let fired = peer.send("hooks/execute", json!({"input": input})).await;
    let question = peer.hear_method("approval/request").await;
    assert_eq!(question["params"]["sessionId"], "mine");
    peer.reply(&question, json!({"cancelled": true})).await;
    // It reads until its stdin ends, which it does after the answer.
    peer.notify("$/cancel", json!({"id": fired})).await;
    assert_eq!(peer.code(fired).await, -32800);
}

#[tokio::test]
async fn the_pipeline_asks_and_an_answer_decides() {
    let world = TestServer::with(&json!({"permissions": {"ask": ["Bash(git push *)"]}}));
    let mut peer = deciding(&world, json!({"approvals": true})).await;
    for (answer, decision, by) in [
        (json!({"selected": "allow"}), "allow", "approver"),
        (json!({"selected": "deny"}), "deny", "approver"),
        (json!({"cancelled": true}), "deny", "approver"),
        (
            json!({"selected": "allow", "cancelled": true}),
            "deny",
            "approver",
        ),
        (json!("yes"), "deny", "approver"),
    ] {
        let params = json!({"sessionId": "s1", "input": bash("git push")});
        let asked = peer.send("permissions/authorize", params).await;
        let question = peer.hear_method("approval/request").await;
        assert_eq!(question["params"]["event"], "PermissionRequest");
        peer.reply(&question, answer.clone()).await;
        let decided = peer.result(asked).await;
        assert_eq!(decided["decision"], decision, "{answer}");
        assert_eq!(decided["by"]["kind"], by);
    }
}

#[tokio::test]
async fn with_nobody_to_ask_it_is_a_deny() {
    let world = TestServer::with(&json!({"permissions": {"ask": ["Bash(git push *)"]}}));
    let mut peer = deciding(&world, json!({})).await;
    let params = json!({"sessionId": "s1", "input": bash("git push")});
    let decided = peer.ask("permissions/authorize", params).await;
    assert_eq!(decided["decision"], "deny");
    assert_eq!(decided["by"]["kind"], "nobody");
}

#[tokio::test]
async fn a_question_that_nobody_needs_any_more_is_taken_back() {
    let world = TestServer::with(&json!({"permissions": {"ask": ["Bash"]}}));
    let mut peer = deciding(&world, json!({"approvals": true})).await;
    let asked = peer
        .send(
            "permissions/authorize",
            json!({"sessionId": "s1", "input": bash("ls")}),
        )
        .await;
    let question = peer.hear_method("approval/request").await;
    peer.notify("$/cancel", json!({"id": asked})).await;
    let taken_back = peer.hear_method("$/cancel").await;
    assert_eq!(taken_back["params"]["id"], question["id"]);
    assert_eq!(peer.code(asked).await, -32800);
}
