//! Tells JSON from text on stdout.

use serde_json::value::RawValue;

use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::StdoutJson;
use crate::input::{Fields, InputError};

/// How many stray characters a remark shows.
const SHOWN: usize = 40;

/// What stdout holds.
pub(super) enum Stdout<'a> {
    /// A JSON object.
    Json(Fields),
    /// Looks like an object, but is not valid JSON.
    BadJson(String),
    /// Anything else, trimmed; perhaps nothing.
    Text(&'a str),
}

/// Reads stdout, trimmed. By [`StdoutJson::Braces`] a text that only starts with `{`
/// is a text.
pub(super) fn read_stdout(stdout: &str, json: StdoutJson) -> Stdout<'_> {
    // A byte order mark is not text; PowerShell writes one.
    let text = stdout.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let closed = json == StdoutJson::OpeningBrace || text.ends_with('}');
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

/// Why a guard's text cannot be taken for a text: it may be an answer that was
/// mangled.
pub(super) fn mangled(text: &str, lossy: bool) -> Option<String> {
    let what = if text.contains('{') {
        "holds `{`"
    } else if text.contains('\0') {
        "holds a NUL"
    } else if text.contains('\u{1b}') {
        "holds an escape character"
    } else if lossy {
        "is not UTF-8"
    } else {
        return None;
    };
    Some(format!(
        "stdout {what} and is not exactly one JSON object{}",
        stray(text).map_or_else(String::new, |stray| format!(": {stray}"))
    ))
}

/// The remark about a text that has a JSON object in it, or the beginning of
/// one.
pub(super) fn beside_json(text: &str) -> Option<Diagnostic> {
    let looks_like_json = text.match_indices('{').any(|(at, _)| {
        let inside = text[at + 1..].trim_start();
        inside.starts_with(['"', '}'])
    });
    let stray = stray(text).filter(|_| looks_like_json)?;
    Some(Diagnostic::new(
        Severity::Warning,
        "text-beside-json",
        format!(
            "stdout is read as text, because it is not exactly one JSON object: {stray}; print \
            the object and nothing else"
        ),
    ))
}

/// The first characters that do not belong to an object.
fn stray(text: &str) -> Option<String> {
    let start = text.find('{')?;
    if start > 0 {
        return Some(format!("it begins with {}", shown(&text[..start])));
    }
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    Some(match objects.next() {
        Some(Ok(object)) => {
            let after = text[object.get().len()..].trim_start();
            format!("it is followed by {}", shown(after))
        }
        _ => format!("the object is incomplete: {}", shown(text)),
    })
}

/// The beginning of a text, with nothing in it that a terminal would act on.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

/// The last line that is not blank.
pub(super) fn last_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).rfind(|line| !line.is_empty())
}

/// The first line that is not blank.
pub(super) fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{beside_json, mangled};

    #[test]
    fn a_remark_shows_the_first_stray_characters() {
        let stray = |text: &str| beside_json(text).map(|remark| remark.message);
        let found = |text: &str, part: &str| {
            let message = stray(text).unwrap_or_default();
            assert!(message.contains(part), "{text}: {message}");
        };
        found("checking… {\"a\":1}", "it begins with \"checking… \"");
        found("{\"a\":1} done", "it is followed by \"done\"");
        found("{\"a\":1}\0", "it is followed by \"\\0\"");
        found("{\"decision\":\"block\"", "incomplete: \"{\\\"decision");
        found("[{}]", "it begins with \"[\"");
        for text in ["", "all is well", "use {x} here", "fn main() { }x"] {
            let plain = stray(text).is_none();
            assert_eq!(plain, text != "fn main() { }x", "{text}");
        }
    }

    #[test]
    fn what_may_be_a_mangled_answer_is_told_from_a_text() {
        for text in ["{", "a {b", "\0", "x\u{1b}[0m", "[{}]", "{\"a\":1}\0"] {
            assert!(mangled(text, false).is_some(), "{text:?}");
        }
        assert!(mangled("caf\u{fffd}", true).is_some());
        for text in ["", "all is well", "[1]", "caf\u{fffd}"] {
            assert!(mangled(text, false).is_none(), "{text:?}");
        }
    }
}
