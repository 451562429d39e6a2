//! Inputs, settings and matchers to measure with.

use snaphook::prelude::*;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use snaphook::{Context, Engine, EngineBuilder, Input, Outcome, Session};
use tokio::runtime::{Builder, Runtime};

/// The command of every command hook here.
pub const COMMAND: &str = "cat >/dev/null; echo {}";

/// The JSON of a tool call of about so many bytes.
#[must_use]
pub fn call_json(bytes: usize, tool: &str) -> String {
    let rest = json!({
        "session_id": "0190c8f6-1111-7222-8333-444455556666",
        "transcript_path": "/repo/.agent/transcript.jsonl",
        "cwd": "/",
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "tool_use_id": "call_01ABCDEFGHIJKLMNOPQRSTUV",
        "tool_input": {"command": "ls -l", "description": ""},
    });
    let text = "x".repeat(bytes.saturating_sub(rest.to_string().len()));
    let mut call = rest;
    call["tool_input"]["description"] = Value::String(text);
    call.to_string()
}

/// A tool call of about so many bytes.
///
/// # Panics
/// Never: it is an input.
#[must_use]
#[expect(clippy::expect_used, reason = "what is written above is an input")]
pub fn call(bytes: usize) -> Input {
    Input::parse(&call_json(bytes, "Bash")).expect("a tool call is an input")
}

/// So many matchers as people have them: half of them names, some lists, a
/// third all tools of a server, and one in twenty a real expression.
#[must_use]
pub fn matchers(count: usize) -> Vec<String> {
    (0..count)
        .map(|number| match number % 20 {
            0..10 => format!("Tool{number}"),
            10..13 => format!("Edit{number}|Write{number}"),
            13..19 => format!("mcp__server{number}__.*"),
            _ => format!(r"^(Read|Notebook)[A-Z][a-z]*_{number}$"),
        })
        .collect()
}

/// Settings with a command hook for each matcher.
#[must_use]
pub fn settings(matchers: &[String]) -> String {
    let group = |(number, matcher): (usize, &String)| json!({"matcher": matcher, "hooks": [{"type": "command", "command": format!("./hook-{number}")}]});
    let groups: Vec<_> = matchers.iter().enumerate().map(group).collect();
    json!({"hooks": {"PreToolUse": groups}}).to_string()
}

/// Settings with so many equal command hooks that are not duplicates.
#[must_use]
pub fn commands(count: usize, command: &str) -> String {
    let hook =
        |number: usize| json!({"type": "command", "command": format!("{command} #{number}")});
    let hooks: Vec<_> = (0..count).map(hook).collect();
    json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}}).to_string()
}

/// Settings with one command hook in a sandbox.
#[must_use]
pub fn sandboxed(command: &str) -> String {
    let hook = json!({"type": "command", "command": command, "sandbox": true});
    json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}).to_string()
}

/// An engine's builder in the world of this process.
#[must_use]
pub fn builder() -> EngineBuilder {
    Engine::builder().context(Context::from_process())
}

/// An engine with these settings.
///
/// # Panics
/// When they cannot be loaded: then there is nothing to measure.
#[must_use]
#[expect(clippy::expect_used, reason = "without an engine the bench cannot run")]
pub fn engine(settings: &str) -> Engine {
    let engine = builder().settings_json(settings).build();
    engine.expect("an engine can be built")
}

/// A runtime on this thread.
///
/// # Panics
/// When there are no files left for it.
#[must_use]
#[expect(clippy::expect_used, reason = "without a runtime the bench cannot run")]
pub fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be built")
}

/// Executes an event so often, one after the other, on a session. The inputs are
/// there already, as a host has them, and are handed over.
pub async fn executed(session: &Session, input: &Input, times: usize) -> Duration {
    let inputs = vec![input.clone(); times];
    let start = Instant::now();
    for input in inputs {
        let outcome: Outcome = session.execute(input).await;
        std::hint::black_box(&outcome);
    }
    start.elapsed()
}
