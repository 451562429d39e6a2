//! Hooks that decide in process.

mod rules;
#[cfg(all(feature = "cel", feature = "cedar", feature = "rego"))]
mod table;
#[cfg(feature = "cel")]
mod when;

use serde_json::{Value, json};
use snaphook::Input;

use crate::common::{builder, run};

/// The outcome of an input under these settings.
async fn fire(settings: &Value, input: Value) -> Value {
    let engine = builder().settings_json(settings.to_string()).build();
    let engine = engine.expect("the settings load");
    let input = Input::parse(&input.to_string()).expect("an input");
    let outcome = run(&engine.session("s"), input).await;
    serde_json::to_value(&outcome).expect("an outcome")
}

/// Settings with one hook.
fn hook(event: &str, hook: Value) -> Value {
    json!({"hooks": {event: [{"hooks": [hook]}]}})
}

/// A call of Bash.
fn line(command: &str) -> Value {
    json!({"hook_event_name": "PreToolUse", "cwd": "/repo", "tool_name": "Bash",
        "tool_input": {"command": command}})
}
