//! Settings that change while clients are there.

use serde_json::json;

use crate::common::{TestServer, bash, builder};

#[tokio::test]
async fn reloading_puts_new_hooks_in_and_tells_those_who_want_to_know() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    std::fs::write(&file, "{}").unwrap();
    let world = TestServer::of(builder().settings_file(&file));
    let mut peer = world.client().await;
    let mut other = world
        .client_with(json!({"capabilities": {"settings": true}}))
        .await;
    assert_eq!(peer.ask("hooks/reload", json!({})).await["swapped"], false);
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [{"name": "new", "command": "echo no >&2; exit 2"}]}]}});
    std::fs::write(&file, settings.to_string()).unwrap();
    let reloaded = peer.ask("hooks/reload", json!({})).await;
    assert_eq!(reloaded["swapped"], true);
    assert_eq!(reloaded["added"][0]["name"], "new");
    assert_eq!(reloaded["files"][0]["fate"], "taken");
    assert_eq!(
        other.hear_method("settings/changed").await["params"],
        reloaded
    );
    assert_eq!(
        peer.execute(json!({"input": bash("ls")})).await["blocked"],
        true
    );
    std::fs::write(&file, "{ oops").unwrap();
    let reloaded = peer.ask("hooks/reload", json!({})).await;
    assert_eq!(reloaded["files"][0]["fate"], "broken");
    assert_eq!(
        peer.execute(json!({"input": bash("ls")})).await["blocked"],
        true
    );
    other.hear_method("settings/changed").await;
    // The one who did not ask for it heard nothing of it.
    let last = peer.send("hooks/has", json!({"event": "Stop"})).await;
    assert_eq!(peer.hear().await["id"], last);
}
