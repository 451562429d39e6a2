//! A server with an engine, and what the tests look at.

use snaphook::prelude::*;
use std::time::Instant;

use serde_json::{Value, json};
use snaphook::{Context, Engine, EngineBuilder, Progress};
use snaphook_serve::{HookServer, ServerOptions};
use snaphook_testkit::fake::fake_hook;
use snaphook_testkit::processes::is_alive;
pub(crate) use snaphook_testkit::processes::{HANG, pid_in};
use tokio::sync::broadcast::Receiver;

use crate::peer::Peer;

/// A server and its engine.
pub(crate) struct TestServer {
    pub(crate) engine: Engine,
    pub(crate) server: HookServer,
}

impl TestServer {
    /// With these settings.
    pub(crate) fn with(settings: &Value) -> Self {
        Self::of(builder().settings_json(settings.to_string()))
    }

    pub(crate) fn of(builder: EngineBuilder) -> Self {
        Self::limited(builder, |_| {})
    }

    pub(crate) fn limited(builder: EngineBuilder, change: impl FnOnce(&mut ServerOptions)) -> Self {
        let engine = builder.build().unwrap();
        let mut options = ServerOptions::new("/repo");
        change(&mut options);
        let server = HookServer::new(engine.clone(), options);
        Self { engine, server }
    }

    /// With these hooks on PreToolUse.
    pub(crate) fn hooks(hooks: &[Value]) -> Self {
        Self::with(&json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}}))
    }

    pub(crate) fn empty() -> Self {
        Self::with(&json!({}))
    }

    /// A client that has said nothing yet.
    pub(crate) fn stranger(&self) -> Peer {
        Peer::connect(&self.server)
    }

    /// A client that was initialized.
    pub(crate) async fn client(&self) -> Peer {
        self.client_with(json!({})).await
    }

    /// A client that is initialised with these params.
    pub(crate) async fn client_with(&self, params: Value) -> Peer {
        let mut peer = self.stranger();
        peer.initialize(params).await;
        peer
    }
}

pub(crate) fn builder() -> EngineBuilder {
    Engine::builder().context(Context::from_process().project_dir(std::env::temp_dir()))
}

/// A command hook that runs the fake hook with these steps.
pub(crate) fn fake(steps: &[&str]) -> Value {
    json!({"type": "command", "command": fake_hook(), "args": steps})
}

/// A fake hook with further options.
pub(crate) fn fake_with(steps: &[&str], options: &Value) -> Value {
    let mut hook = fake(steps);
    for (key, value) in options.as_object().unwrap() {
        hook[key] = value.clone();
    }
    hook
}

/// The input of a tool call.
pub(crate) fn bash(command: &str) -> Value {
    json!({
        "hook_event_name": "PreToolUse",
        "cwd": std::env::temp_dir(),
        "tool_name": "Bash",
        "tool_input": {"command": command},
    })
}

pub(crate) fn stop() -> Value {
    json!({"hook_event_name": "Stop", "stop_hook_active": false})
}

/// Waits until a hook has written this line.
pub(crate) async fn until_said(progress: &mut Receiver<Progress>, line: &str) {
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

/// Waits for the operating system to take a process away.
pub(crate) async fn until_gone(pid: i32) {
    let start = Instant::now();
    while is_alive(pid) {
        assert!(start.elapsed() < HANG, "process {pid} is still alive");
        tokio::task::yield_now().await;
    }
}
