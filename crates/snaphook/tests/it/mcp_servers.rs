//! Servers of MCP hooks, when the settings that define them change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::outcome::{HookEntry, Outcome};
use snaphook::prelude::*;
use snaphook::{Context, Engine, Input};
use snaphook_mcp::McpFactory;
use snaphook_testkit::fake::fake_mcp;

/// Nothing in these tests takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

/// The definition of a fake server that writes its process id there.
fn server(pid: &Path, more: &[String]) -> Value {
    let mut args = vec![format!("pid={}", pid.display())];
    args.extend_from_slice(more);
    json!({"command": fake_mcp(), "args": args})
}

/// A hook that has a server return a text.
fn echo(server: &str, text: &str) -> Value {
    json!({"type": "mcp_tool", "server": server, "tool": "echo", "input": {"text": text}})
}

/// Runs one of the hooks.
async fn fire_one(engine: &Engine, number: usize) -> HookEntry {
    let input = json!({"hook_event_name": format!("Hook{number}")}).to_string();
    one(engine.execute(Input::parse(&input).unwrap())).await
}

/// What became of the one hook of an event.
async fn one(event: impl Future<Output = Outcome>) -> HookEntry {
    let outcome = tokio::time::timeout(HANG, event).await;
    outcome
        .expect("the dispatch hangs")
        .hooks
        .into_iter()
        .next()
        .unwrap()
}

fn said(entry: &HookEntry) -> &str {
    assert_eq!(entry.status.as_str(), "success", "{:?}", entry.error);
    entry.stdout.as_deref().unwrap_or_default()
}

async fn shut_down(engine: &Engine) {
    tokio::time::timeout(HANG, engine.shutdown(Duration::ZERO))
        .await
        .expect("the shutdown hangs");
}

/// The processes that wrote their ids here.
fn pids(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Whether a process is there. Remains that nobody has collected count.
fn is_there(pid: u32) -> bool {
    let pid = i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    rustix::process::test_kill_process(pid.unwrap()).is_ok()
}

/// Waits for something that comes by itself.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "{what} never came");
        tokio::task::yield_now().await;
    }
}

fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, move |name| path.join(name))
}

fn write(file: &Path, servers: Value) {
    let settings = json!({
        "mcpServers": servers,
        "hooks": {
            "Hook0": [{"hooks": [echo("kept", "kept")]}],
            "Hook1": [{"hooks": [echo("changed", "changed")]}],
        },
    });
    std::fs::write(file, settings.to_string()).unwrap();
}

fn engine(file: &Path) -> Engine {
    Engine::builder()
        .context(Context::from_process().project_dir(std::env::temp_dir()))
        .handler("mcp_tool", Arc::new(McpFactory::new()))
        .settings_file(file)
        .build()
        .unwrap()
}

#[tokio::test]
async fn servers_that_are_defined_as_before_stay_and_others_end() {
    let (_kept, file) = folder();
    let kept = server(&file("kept"), &[]);
    let old = server(&file("old"), &[]);
    let new = server(&file("new"), &[]);
    write(
        &file("settings.json"),
        json!({"kept": kept, "changed": old}),
    );
    let engine = engine(&file("settings.json"));
    assert_eq!(said(&fire_one(&engine, 0).await), "kept");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");

    write(
        &file("settings.json"),
        json!({"kept": kept, "changed": new}),
    );
    assert!(engine.reload().await.swapped);
    let old = pids(&file("old"))[0];
    until("the end of the old server", || !is_there(old)).await;
    assert_eq!(said(&fire_one(&engine, 0).await), "kept");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    assert_eq!(pids(&file("kept")).len(), 1);
    assert_eq!(pids(&file("new")).len(), 1);

    write(&file("settings.json"), json!({"changed": new}));
    assert!(engine.reload().await.swapped);
    let kept = pids(&file("kept"))[0];
    until("the end of a server that is gone", || !is_there(kept)).await;
    let error = fire_one(&engine, 0).await.error.unwrap();
    assert!(error.contains("unknown MCP server `kept`"), "{error}");
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    assert_eq!(pids(&file("new")).len(), 1);
    shut_down(&engine).await;
    assert!(!is_there(pids(&file("new"))[0]));
}

#[tokio::test]
async fn a_call_under_way_finishes_on_the_server_it_began_with() {
    let (_kept, file) = folder();
    let slow = server(&file("old"), &[format!("wait={}", file("go").display())]);
    let new = server(&file("new"), &[]);
    write(&file("settings.json"), json!({"changed": slow}));
    let engine = engine(&file("settings.json"));
    let under_way = tokio::spawn({
        let engine = engine.clone();
        async move { fire_one(&engine, 1).await }
    });
    until("the server", || !pids(&file("old")).is_empty()).await;
    write(&file("settings.json"), json!({"changed": new}));
    assert!(engine.reload().await.swapped);
    assert_eq!(said(&fire_one(&engine, 1).await), "changed");
    std::fs::write(file("go"), "").unwrap();
    assert_eq!(said(&under_way.await.unwrap()), "changed");
    let old = pids(&file("old"))[0];
    until("the end of the old server", || !is_there(old)).await;
    assert_eq!(pids(&file("new")).len(), 1);
    shut_down(&engine).await;
}

#[tokio::test]
async fn a_shutdown_ends_also_what_only_a_session_still_uses() {
    let (_kept, file) = folder();
    let old = server(&file("old"), &[]);
    write(&file("settings.json"), json!({"changed": old}));
    let engine = engine(&file("settings.json"));
    let session = engine.session("s");
    session
        .add_hook("Mine", None, &echo("changed", "mine"))
        .unwrap();
    write(&file("settings.json"), json!({}));
    assert!(engine.reload().await.swapped);
    let mine = Input::parse(r#"{"hook_event_name": "Mine"}"#).unwrap();
    assert_eq!(said(&one(session.execute(mine)).await), "mine");
    let old = pids(&file("old"))[0];
    assert!(is_there(old));
    shut_down(&engine).await;
    assert!(!is_there(old));
}
