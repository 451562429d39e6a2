//! What these tests share.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook_core::input::{CommonFields, Input, typed::PreToolUse};
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_exec::{Registry, Surroundings};
use snaphook_mcp::{McpFactory, McpToolKind};
use snaphook_testkit::fake::fake_mcp;
use snaphook_testkit::handlers::HookHarness;

/// Nothing in these tests takes this long unless it hangs.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// The definition of a fake server with these options.
pub(crate) fn server(options: &[String]) -> Value {
    json!({"command": fake_mcp(), "args": options})
}

pub(crate) fn option(name: &str, value: &Path) -> String {
    format!("{name}={}", value.display())
}

/// A hook that calls a tool of the server `fake`.
pub(crate) fn hook(tool: &str, input: Value) -> Value {
    json!({"type": "mcp_tool", "server": "fake", "tool": tool, "input": input})
}

/// A value with some members replaced.
pub(crate) fn with(mut value: Value, members: Value) -> Value {
    for (key, member) in members.as_object().unwrap() {
        value[key] = member.clone();
    }
    value
}

pub(crate) fn harness_of(factory: McpFactory, servers: Value, hooks: &[Value]) -> HookHarness {
    // Each event of its own has one of the hooks.
    let events: serde_json::Map<_, _> = hooks
        .iter()
        .enumerate()
        .map(|(number, hook)| (format!("Hook{number}"), json!([{"hooks": [hook]}])))
        .chain([("PreToolUse".to_owned(), json!([{"hooks": hooks}]))])
        .collect();
    let settings = json!({"mcpServers": servers, "hooks": events});
    let registry = Registry::default();
    registry.register("mcp_tool", Arc::new(factory));
    HookHarness::new(&[&McpToolKind], &registry, &settings).with_surroundings(Surroundings {
        env: std::env::vars_os().collect(),
        project_dir: Some(std::env::temp_dir()),
        temp_dir: Some(std::env::temp_dir()),
        ..Surroundings::default()
    })
}

pub(crate) fn harness(servers: Value, hooks: &[Value]) -> HookHarness {
    harness_of(McpFactory::new(), servers, hooks)
}

/// Runs all hooks on a tool call; fails when it hangs.
pub(crate) async fn fire(harness: &HookHarness) -> Outcome {
    let common = CommonFields::new("test", std::env::temp_dir().to_string_lossy());
    let tool_input = json!({"command": "ls", "list": [1, 2]});
    let input = Input::new(&common, &PreToolUse::new("Bash", tool_input, "call")).unwrap();
    harness.fire(input).await
}

/// Runs one of the hooks.
pub(crate) async fn fire_one(harness: &HookHarness, number: usize) -> HookEntry {
    let input = json!({"hook_event_name": format!("Hook{number}")}).to_string();
    let outcome = harness.fire(Input::parse(&input).unwrap()).await;
    outcome.hooks.into_iter().next().unwrap()
}

pub(crate) fn said(entry: &HookEntry) -> &str {
    assert_eq!(entry.status.as_str(), "success", "{:?}", entry.error);
    entry.stdout.as_deref().unwrap_or_default()
}

pub(crate) fn error(entry: &HookEntry) -> &str {
    assert_ne!(entry.status.as_str(), "success", "{:?}", entry.stdout);
    entry.error.as_deref().unwrap_or_default()
}

pub(crate) fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "no `{part}` in: {text}");
}

/// The processes that wrote their ids here.
pub(crate) fn pids(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Whether a process is there. Remains that nobody has collected count.
pub(crate) fn is_there(pid: u32) -> bool {
    let pid = i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    rustix::process::test_kill_process(pid.unwrap()).is_ok()
}

/// Waits for something that comes by itself.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "{what} never came");
        tokio::task::yield_now().await;
    }
}

pub(crate) fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, move |name| path.join(name))
}

/// A server over HTTP, ended with the test.
pub(crate) struct HttpServer {
    process: Child,
    pub(crate) port: u16,
}

impl HttpServer {
    pub(crate) fn start(port: u16, options: &[String]) -> Self {
        let mut process = Command::new(fake_mcp())
            .arg(format!("http={port}"))
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        Self {
            process,
            port: line.trim().parse().unwrap(),
        }
    }

    pub(crate) fn definition(&self) -> Value {
        json!({"type": "http", "url": format!("http://127.0.0.1:{}/mcp", self.port)})
    }

    pub(crate) fn wait(&mut self) {
        self.process.wait().unwrap();
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
