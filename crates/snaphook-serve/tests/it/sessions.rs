//! Sessions: whose they are, what is added to them, what is told of them.

use serde_json::json;

use crate::common::{TestServer, bash, fake_with, stop};

#[tokio::test]
async fn a_session_is_one_clients_until_it_ends() {
    let world = TestServer::empty();
    let (mut one, mut other) = (world.client().await, world.client().await);
    one.start("s1").await;
    assert_eq!(
        one.refused("session/start", json!({"sessionId": "s1"}))
            .await,
        -32006
    );
    assert_eq!(
        other
            .refused("session/start", json!({"sessionId": "s1"}))
            .await,
        -32006
    );
    assert_eq!(
        other
            .refused("session/end", json!({"sessionId": "s1"}))
            .await,
        -32001
    );
    let hook = json!({"sessionId": "s1", "event": "Stop", "hook": {"command": "true"}});
    assert_eq!(other.refused("session/addHook", hook).await, -32001);
    one.ask("session/end", json!({"sessionId": "s1"})).await;
    assert_eq!(
        one.refused("session/end", json!({"sessionId": "s1"})).await,
        -32001
    );
    other.start("s1").await;
}

#[tokio::test]
async fn a_session_without_an_id_gets_one() {
    let mut peer = TestServer::empty().client().await;
    let id = peer.ask("session/start", json!({})).await["sessionId"].clone();
    let other = peer.ask("session/start", json!({})).await["sessionId"].clone();
    assert_ne!(id, other);
    peer.execute(json!({"input": stop(), "sessionId": id}))
        .await;
}

#[tokio::test]
async fn hooks_of_any_type_are_added_and_removed() {
    let mut peer = TestServer::empty().client().await;
    peer.start("s1").await;
    let add =
        |hook| json!({"sessionId": "s1", "event": "PreToolUse", "matcher": "Bash", "hook": hook});
    let added = peer
        .ask(
            "session/addHook",
            add(json!({"name": "no", "command": "echo no >&2; exit 2"})),
        )
        .await;
    let fired = json!({"sessionId": "s1", "input": bash("ls")});
    assert_eq!(peer.execute(fired.clone()).await["blockReason"], "no");
    let remove = json!({"sessionId": "s1", "hookId": added["hookId"]});
    assert_eq!(
        peer.ask("session/removeHook", remove.clone()).await["removed"],
        true
    );
    assert_eq!(
        peer.ask("session/removeHook", remove).await["removed"],
        false
    );
    assert_eq!(peer.execute(fired).await["blocked"], false);
    for (hook, word) in [
        (json!({"type": "command"}), "command"),
        (json!({"type": "nonsense"}), "nonsense"),
        (
            json!({"type": "command", "command": "true", "timeout": "long"}),
            "timeout",
        ),
        (json!(5), ""),
    ] {
        let why = peer.why("session/addHook", add(hook.clone())).await;
        assert!(why.contains(word), "{hook}: {why}");
    }
}

#[tokio::test]
async fn the_end_of_a_session_waits_for_background_hooks_and_hands_over_what_they_said() {
    let text = r#"say:{"systemMessage":"done"}"#;
    let world = TestServer::hooks(&[fake_with(&["read", text], &json!({"async": true}))]);
    let mut peer = world.client().await;
    peer.start("s1").await;
    peer.execute(json!({"sessionId": "s1", "input": bash("ls")}))
        .await;
    let end = json!({"sessionId": "s1", "patienceMs": 60_000});
    let ended = peer.ask("session/end", end).await;
    // It was told, or it is in the result.
    let told = match ended["notices"].as_array().unwrap().first() {
        Some(notice) => notice.clone(),
        None => peer.hear_method("hooks/notice").await["params"].clone(),
    };
    assert_eq!(
        (&told["text"], &told["sessionId"]),
        (&json!("done"), &json!("s1"))
    );
}

#[tokio::test]
async fn a_notice_that_wakes_says_so() {
    let world = TestServer::hooks(&[fake_with(
        &["warn:tests fail", "exit:2"],
        &json!({"asyncRewake": true, "rewakeSummary": "tests"}),
    )]);
    let mut peer = world.client().await;
    peer.start("s1").await;
    peer.execute(json!({"sessionId": "s1", "input": bash("ls")}))
        .await;
    let notice = peer.hear_method("hooks/notice").await["params"].clone();
    assert_eq!(notice["wake"], true);
    assert_eq!(notice["text"], "tests fail");
    assert_eq!(notice["summary"], "tests");
}

#[tokio::test]
async fn what_runs_is_told_to_those_who_want_to_know() {
    let world = TestServer::hooks(&[fake_with(
        &["hang"],
        &json!({"name": "slow", "statusMessage": "thinking"}),
    )]);
    let mut peer = world
        .client_with(json!({"capabilities": {"status": true}}))
        .await;
    peer.start("s1").await;
    let fired = peer
        .send(
            "hooks/execute",
            json!({"sessionId": "s1", "input": bash("ls")}),
        )
        .await;
    let status = loop {
        let status = peer.hear_method("hooks/status").await["params"].clone();
        if status["running"] != json!([]) {
            break status;
        }
    };
    assert_eq!(status["sessionId"], "s1");
    let running = &status["running"][0];
    assert_eq!(
        (&running["name"], &running["statusMessage"]),
        (&json!("slow"), &json!("thinking"))
    );
    assert_eq!(running["background"], false);
    peer.notify("$/cancel", json!({"id": fired})).await;
    assert_eq!(peer.code(fired).await, -32800);
    while peer.hear_method("hooks/status").await["params"]["running"] != json!([]) {}
}
