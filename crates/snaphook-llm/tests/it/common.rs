//! What the tests share.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_exec::{Registry, Surroundings};
use snaphook_llm::{AgentKind, LlmFactory, PromptKind};
use snaphook_testkit::handlers::HookHarness;

/// A prompt hook with more fields.
pub(crate) fn prompt(more: Value) -> Value {
    with(
        json!({"type": "prompt", "prompt": "Harmless? $ARGUMENTS"}),
        more,
    )
}

/// An agent hook with more fields.
pub(crate) fn agent(more: Value) -> Value {
    with(
        json!({"type": "agent", "prompt": "Is it done? $ARGUMENTS"}),
        more,
    )
}

fn with(mut hook: Value, more: Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        hook[key] = value.clone();
    }
    hook
}

/// Settings with one hook on an event.
pub(crate) fn settings(event: &str, hook: &Value) -> Value {
    json!({"hooks": {event: [{"hooks": [hook]}]}})
}

/// A world with these variables.
pub(crate) fn world(env: &[(String, String)]) -> Surroundings {
    let env = env.iter().map(|(name, value)| (name.into(), value.into()));
    Surroundings {
        env: env.collect(),
        ..Surroundings::default()
    }
}

/// A harness that asks models, in a world with these variables.
pub(crate) fn harness(env: &[(String, String)], settings: &Value) -> HookHarness {
    harness_of(Arc::new(LlmFactory::new()), env, settings)
}

pub(crate) fn harness_of(
    factory: Arc<LlmFactory>,
    env: &[(String, String)],
    settings: &Value,
) -> HookHarness {
    let registry = Registry::default();
    registry.register("prompt", factory.clone());
    registry.register("agent", factory);
    HookHarness::new(&[&PromptKind, &AgentKind], &registry, settings).with_surroundings(world(env))
}

/// Fires an event in the folder for temporary files.
pub(crate) async fn fire(harness: &HookHarness, event: &str, more: Value) -> Outcome {
    harness
        .fire(input(event, &std::env::temp_dir(), more))
        .await
}

/// An input with more fields.
pub(crate) fn input(event: &str, cwd: &Path, more: Value) -> Input {
    let common = json!({
        "session_id": "s", "cwd": cwd, "hook_event_name": event,
        "tool_name": "Bash", "tool_input": {"command": "ls"},
    });
    Input::parse(&with(common, more).to_string()).unwrap()
}

/// The one hook's status and error.
pub(crate) fn entry(outcome: &Outcome) -> (&'static str, String) {
    let [entry] = outcome.hooks.as_slice() else {
        panic!("{:?}", outcome.hooks);
    };
    (
        entry.status.as_str(),
        entry.error.clone().unwrap_or_default(),
    )
}

/// The tokens that the one hook's model needed.
pub(crate) fn tokens(outcome: &Outcome) -> Option<(u64, u64)> {
    let usage = outcome.hooks[0].usage.as_ref();
    usage.map(|usage| (usage.input_tokens, usage.output_tokens))
}
