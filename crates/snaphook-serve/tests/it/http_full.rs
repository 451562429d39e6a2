//! Clients over HTTP that read nothing, or ask for more than there is room for.

use serde_json::{Value, json};

use crate::common::{World, bash, fake, stop};
use crate::http_peer::{HttpPeer, listen};

/// More than may wait to be read.
fn large() -> Value {
    bash(&"x".repeat(1_200_000))
}

#[tokio::test]
async fn a_session_ends_though_nobody_reads_its_notices() {
    let mut background = fake(&[r#"say:{"systemMessage":"later"}"#]);
    background["async"] = true.into();
    let world = World::with(&json!({"hooks": {"Stop": [{"hooks": [background]}]}}));
    let functions = json!([{"event": "PreToolUse", "function": "f"}]);
    let peer = HttpPeer::connect(listen(&world).await, json!({"functions": functions})).await;
    // Nobody reads the call: there is no room for more.
    peer.ask("hooks/observe", json!({"input": large()})).await;
    peer.ask("session/start", json!({"sessionId": "s1"})).await;
    let session = world.engine.session("s1");
    peer.ask("hooks/execute", json!({"sessionId": "s1", "input": stop()}))
        .await;
    session.until_quiet().await;
    // Whoever tells the client of it has taken the notice by then.
    peer.ask("hooks/has", json!({"event": "Stop"})).await;
    let ended = peer.ask("session/end", json!({"sessionId": "s1"})).await;
    assert_eq!(ended["notices"][0]["text"], "later");
}
