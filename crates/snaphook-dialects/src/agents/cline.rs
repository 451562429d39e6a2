//! Cline: programs in a folder, each named after its event. Exit codes mean nothing, and a
//! denial ends the task.

use serde_json::{Map, Value};
use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, Layout};

pub(super) static CLINE: AgentData = AgentData {
    layout: Layout::Programs,
    folders: &[".clinerules", ".cline"],
    user_files: &["Documents/Cline/Hooks"],
    project_files: &[".cline/hooks"],
    ..AgentData::new(
        "cline",
        HostSpec {
            event_key: "hookName",
            event_values: &[
                ("TaskStart", "agent_start"),
                ("TaskResume", "agent_resume"),
                ("TaskCancel", "agent_abort"),
                ("TaskComplete", "agent_end"),
                ("TaskError", "agent_error"),
                ("PreToolUse", "tool_call"),
                ("PostToolUse", "tool_result"),
                ("UserPromptSubmit", "prompt_submit"),
                ("SessionShutdown", "session_shutdown"),
            ],
            add_fields: |fields, _, event| {
                let (call, old) = match event.native {
                    "PreToolUse" => ("tool_call", "preToolUse"),
                    "PostToolUse" => ("tool_result", "postToolUse"),
                    _ => return,
                };
                let call = fields.fields(call).unwrap_or_default();
                let texts = call.value("input").map(as_texts).unwrap_or_default();
                let name = call.text("name").unwrap_or_default();
                let call = serde_json::json!({"toolName": name, "parameters": texts});
                let _ = fields.set(old, &call);
            },
            answer: AnswerForm {
                cancel: &["cancel"],
                reason: &["errorMessage"],
                input: &["overrideInput"],
                context: &["contextModification", "context"],
                ..AnswerForm::NONE
            },
            stdout: |stdout| {
                let line = stdout
                    .lines()
                    .rev()
                    .find_map(|line| line.strip_prefix("HOOK_CONTROL\t"));
                line.unwrap_or(stdout).into()
            },
            json_at_any_exit: true,
            ..HostSpec::like_claude("cline")
        },
    )
};

/// The parameters as the extension gives them: texts.
fn as_texts(input: Value) -> Map<String, Value> {
    let Value::Object(input) = input else {
        return Map::new();
    };
    let text = |value: Value| match value {
        Value::String(_) => value,
        other => other.to_string().into(),
    };
    input
        .into_iter()
        .map(|(key, value)| (key, text(value)))
        .collect()
}
