//! Requests that wait for hooks, and for nothing else: whoever ends them does.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::Progress;
use tokio::sync::broadcast::Receiver;

use crate::common::{HANG, TestServer, builder, fake, pid_in, stop, until_gone, until_said};
use crate::peer::Peer;

/// Longer than any test.
const LONG: u64 = 3_600_000;

/// A hook on Stop that goes on in the background.
fn background(pid: &Path) -> Value {
    let mut hook = fake(&[&format!("pid:{}", pid.display()), "say:ready", "hang"]);
    hook["async"] = true.into();
    json!({"hooks": {"Stop": [{"hooks": [hook]}]}})
}

/// A session that waits for that hook to end.
async fn ending(world: &TestServer, progress: &mut Receiver<Progress>) -> (Peer, i64) {
    let mut peer = world.client().await;
    peer.start("s1").await;
    peer.execute(json!({"sessionId": "s1", "input": stop()}))
        .await;
    until_said(progress, "ready").await;
    let params = json!({"sessionId": "s1", "patienceMs": LONG});
    let end = peer.send("session/end", params).await;
    // It is taken up when the next one is answered.
    peer.ask("hooks/has", json!({"event": "Stop"})).await;
    (peer, end)
}

#[tokio::test]
async fn a_session_end_that_is_cancelled_waits_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let world = TestServer::with(&background(&pid));
    let mut progress = world.engine.subscribe();
    let (mut peer, end) = ending(&world, &mut progress).await;
    peer.notify("$/cancel", json!({"id": end})).await;
    assert_eq!(peer.result(end).await, json!({"notices": []}));
    until_gone(pid_in(&pid)).await;
    peer.start("s1").await;
}

#[tokio::test]
async fn a_session_end_does_not_outlive_a_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let world = TestServer::with(&background(&pid));
    let mut progress = world.engine.subscribe();
    let (mut peer, end) = ending(&world, &mut progress).await;
    assert_eq!(peer.ask("shutdown", json!({})).await, json!({}));
    peer.result(end).await;
    peer.until_hung_up().await;
    until_gone(pid_in(&pid)).await;
}

#[tokio::test]
async fn a_session_end_does_not_outlive_its_client() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let world = TestServer::with(&background(&pid));
    let mut progress = world.engine.subscribe();
    let (peer, _) = ending(&world, &mut progress).await;
    drop(peer);
    until_gone(pid_in(&pid)).await;
}

#[tokio::test]
async fn a_session_end_does_not_keep_a_server_from_ending() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let settings = background(&pid).to_string();
    let world = TestServer::limited(builder().settings_json(settings), |options| {
        options.grace = Duration::ZERO;
    });
    let mut progress = world.engine.subscribe();
    let (mut peer, _) = ending(&world, &mut progress).await;
    let end = tokio::time::timeout(HANG, world.server.end());
    end.await.expect("the server does not end");
    peer.until_hung_up().await;
    until_gone(pid_in(&pid)).await;
}

/// A reload that waits for a hook on ConfigChange.
async fn reloading(file: &Path, pid: &Path) -> (TestServer, Peer, i64) {
    let hook = fake(&[&format!("pid:{}", pid.display()), "say:ready", "hang"]);
    let settings = json!({"hooks": {"ConfigChange": [{"hooks": [hook]}]}});
    std::fs::write(file, settings.to_string()).unwrap();
    let world = TestServer::limited(builder().settings_file(file), |options| {
        options.grace = Duration::ZERO;
    });
    let mut progress = world.engine.subscribe();
    let mut peer = world.client().await;
    std::fs::write(file, "{}").unwrap();
    let reload = peer.send("hooks/reload", json!({})).await;
    until_said(&mut progress, "ready").await;
    (world, peer, reload)
}

#[tokio::test]
async fn a_reload_that_is_cancelled_ends_its_hooks_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (file, pid) = (folder.path().join("s.json"), folder.path().join("pid"));
    let (_world, mut peer, reload) = reloading(&file, &pid).await;
    peer.notify("$/cancel", json!({"id": reload})).await;
    assert_eq!(peer.code(reload).await, -32800);
    until_gone(pid_in(&pid)).await;
    let has = json!({"event": "ConfigChange"});
    assert_eq!(peer.ask("hooks/has", has).await["has"], true);
}

#[tokio::test]
async fn a_reload_does_not_keep_a_server_from_ending() {
    let folder = tempfile::tempdir().unwrap();
    let (file, pid) = (folder.path().join("s.json"), folder.path().join("pid"));
    let (world, mut peer, reload) = reloading(&file, &pid).await;
    let end = tokio::time::timeout(HANG, world.server.end());
    end.await.expect("the server does not end");
    assert_eq!(peer.code(reload).await, -32800);
    until_gone(pid_in(&pid)).await;
}
