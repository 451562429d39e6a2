//! Tells JSON from text on stdout.

use serde_json::{Map, Value};

/// What stdout holds.
pub(super) enum Stdout<'a> {
    /// A JSON object.
    Json(Map<String, Value>),
    /// Looks like an object, but is none.
    BadJson(String),
    /// Anything else, trimmed; perhaps nothing.
    Text(&'a str),
}

/// Reads stdout: trimmed, it is JSON if it starts with `{` and ends with `}`.
pub(super) fn read_stdout(stdout: &str) -> Stdout<'_> {
    let text = stdout.trim();
    if !(text.starts_with('{') && text.ends_with('}')) {
        return Stdout::Text(text);
    }
    match serde_json::from_str(text) {
        Ok(object) => Stdout::Json(object),
        Err(error) => Stdout::BadJson(format!("stdout is not valid JSON: {error}")),
    }
}

/// The last line that is not blank.
pub(super) fn last_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).rfind(|line| !line.is_empty())
}

/// The first line that is not blank.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}
