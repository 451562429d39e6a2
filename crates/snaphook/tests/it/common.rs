//! What the tests of the engine share.

use snaphook::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::input::{CommonFields, Input, typed::PreToolUse};
use snaphook::{Context, Engine, EngineBuilder, Outcome, Progress, Session};
use snaphook_testkit::fake::fake_hook;
pub(crate) use snaphook_testkit::processes::{HANG, is_alive, pid_in, until_gone};

pub(crate) fn builder() -> EngineBuilder {
    Engine::builder().context(Context::from_process().project_dir(std::env::temp_dir()))
}

/// A command hook that runs the fake hook with these steps.
pub(crate) fn fake(steps: &[&str]) -> Value {
    json!({"type": "command", "command": fake_hook(), "args": steps})
}

/// A fake hook with further options.
pub(crate) fn fake_with(steps: &[&str], options: Value) -> Value {
    let mut hook = fake(steps);
    for (key, value) in options.as_object().unwrap() {
        hook[key] = value.clone();
    }
    hook
}

pub(crate) fn engine_with(hooks: &[Value]) -> Engine {
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}});
    builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

/// A tool call whose input is at least this many bytes.
pub(crate) fn call(size: usize) -> Input {
    let common = CommonFields::new("test", std::env::temp_dir().to_string_lossy());
    let tool_input = json!({"command": "ls", "padding": "p".repeat(size)});
    Input::new(&common, &PreToolUse::new("Bash", tool_input, "call")).unwrap()
}

/// Runs a dispatch; fails when it hangs.
pub(crate) async fn fire(engine: &Engine, input: Input) -> Outcome {
    tokio::time::timeout(HANG, engine.execute(input))
        .await
        .expect("the dispatch hangs")
}

pub(crate) fn statuses(outcome: &Outcome) -> Vec<&'static str> {
    outcome
        .hooks
        .iter()
        .map(|entry| entry.status.as_str())
        .collect()
}

/// Waits until a hook has written this line.
pub(crate) async fn until_said(
    progress: &mut tokio::sync::broadcast::Receiver<Progress>,
    line: &str,
) {
    let said = async {
        loop {
            if let Progress::Output { bytes, .. } = progress.recv().await.unwrap()
                && String::from_utf8_lossy(&bytes).contains(line)
            {
                return;
            }
        }
    };
    tokio::time::timeout(HANG, said)
        .await
        .expect("the hook says nothing");
}

/// Waits for the operating system to take a process away, while the runtime goes on.
pub(crate) async fn until_gone_async(pid: i32) {
    until(|| !is_alive(pid)).await;
}

/// Waits for something that happens outside of this process.
pub(crate) async fn until(happened: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while !happened() {
        assert!(start.elapsed() < HANG, "it does not happen");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

pub(crate) fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, move |name| path.join(name))
}

pub(crate) fn stop() -> Input {
    Input::parse(r#"{"hook_event_name":"Stop","stop_hook_active":false}"#).unwrap()
}

/// Runs a dispatch of a session; fails when it hangs.
pub(crate) async fn run(session: &Session, input: Input) -> Outcome {
    tokio::time::timeout(HANG, session.execute(input))
        .await
        .expect("the dispatch hangs")
}
