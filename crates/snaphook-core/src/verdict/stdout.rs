//! Tells JSON from text on stdout.

use crate::dialect::Json;
use crate::input::{Fields, InputError};

/// What stdout holds.
pub(super) enum Stdout<'a> {
    /// A JSON object.
    Json(Fields),
    /// Looks like an object, but is none.
    BadJson(String),
    /// Anything else, trimmed; perhaps nothing.
    Text(&'a str),
}

/// Reads stdout, trimmed. By [`Json::Braces`] a text that only starts with `{`
/// is a text.
pub(super) fn read_stdout(stdout: &str, json: Json) -> Stdout<'_> {
    // A byte order mark is no text; PowerShell writes one.
    let text = stdout.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let closed = json == Json::OpeningBrace || text.ends_with('}');
    if !(text.starts_with('{') && closed) {
        return Stdout::Text(text);
    }
    match Fields::parse(text) {
        Ok(object) => Stdout::Json(object),
        Err(InputError::NotJson(error)) => {
            Stdout::BadJson(format!("stdout is not valid JSON: {error}"))
        }
        Err(error) => Stdout::BadJson(format!("stdout cannot be read: {error}")),
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
