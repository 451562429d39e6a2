//! What the tests share.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::{Context, Engine, EngineBuilder, Input, Outcome};
use snaphook_llm::LlmFactory;

/// Nothing in these tests takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

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

/// An engine that asks models, in a world with these variables.
pub(crate) fn builder(env: &[(String, String)], settings: &Value) -> EngineBuilder {
    with_factory(Arc::new(LlmFactory::new()), env, settings)
}

pub(crate) fn with_factory(
    factory: Arc<LlmFactory>,
    env: &[(String, String)],
    settings: &Value,
) -> EngineBuilder {
    let env = env.iter().map(|(name, value)| (name.into(), value.into()));
    Engine::builder()
        .context(Context::default().env(env))
        .handler("prompt", factory.clone())
        .handler("agent", factory)
        .settings_json(settings.to_string())
}

/// Fires an event in the folder for temporary files.
pub(crate) async fn fire(engine: &Engine, event: &str, more: Value) -> Outcome {
    fire_in(engine, event, &std::env::temp_dir(), more).await
}

/// Fires an event; fails when it hangs.
pub(crate) async fn fire_in(engine: &Engine, event: &str, cwd: &Path, more: Value) -> Outcome {
    tokio::time::timeout(HANG, engine.execute(input(event, cwd, more)))
        .await
        .expect("the dispatch hangs")
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
