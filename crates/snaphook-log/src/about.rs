//! Summarises an event in one line.

use serde_json::Value;

/// The most characters of a summary.
pub const SUMMARY_CHARACTERS: usize = 72;

/// Fields that say it, of a tool's input and then of the input itself.
const OF_TOOLS: [&str; 9] = [
    "command",
    "file_path",
    "notebook_path",
    "path",
    "url",
    "pattern",
    "query",
    "prompt",
    "description",
];
const OF_INPUTS: [&str; 12] = [
    "prompt",
    "message",
    "file_path",
    "task_subject",
    "command_name",
    "reason",
    "source",
    "trigger",
    "error",
    "to_model",
    "new_cwd",
    "matcher_value",
];

/// What an input is about, in a line: the command, the file, the prompt. Empty where nothing says
/// it.
#[must_use]
pub fn about(input: &Value) -> String {
    let of_tool = input.get("tool_input");
    let text = |object: Option<&Value>, keys: &[&str]| -> Option<String> {
        let object = object?;
        let found = keys.iter().find_map(|key| object.get(*key)?.as_str());
        found.map(str::to_owned)
    };
    let whole = of_tool.filter(|value| !value.is_null());
    let found = text(of_tool, &OF_TOOLS)
        .or_else(|| whole.map(ToString::to_string))
        .or_else(|| text(Some(input), &OF_INPUTS));
    let line = found.unwrap_or_default();
    let short: String = line.chars().take(SUMMARY_CHARACTERS).collect();
    match short.len() < line.len() {
        true => format!("{short}…"),
        false => short,
    }
}
