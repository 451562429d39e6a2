//! Whether the input of a tool event names a tool. One that does not is
//! malformed: no matcher can be tested, so every guard runs.

use std::borrow::Cow;

use super::event_input::Input;
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{MatchesOn, nearest};

/// Fields by which others name a tool, beside slips in the right name.
const OTHERS: &[&str] = &["tool", "name", "function", "function_name"];

/// Whether a text can be the name of a tool. Nobody has a tool of which the name
/// begins or ends with a blank or holds a character that cannot be seen; a host
/// that cuts them off would run a tool that no guard was asked about.
#[inline]
#[must_use]
pub fn names_a_tool(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic();
    if text.bytes().all(plain) {
        return !text.is_empty();
    }
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
                | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffd}' | '\u{e0000}'..='\u{e0fff}')
    };
    text.trim() == text && !text.chars().any(hidden)
}

impl Input {
    /// Whether this is the input of a tool event, and names no tool: then nobody
    /// can know what a guard would have looked at.
    #[inline]
    #[must_use]
    pub fn lacks_tool_name(&self) -> bool {
        matches!(self.event().spec().matches_on, MatchesOn::Tool(_))
            && self.match_value().text().is_none()
    }

    /// What is wrong with the input of a tool event that names no tool; nothing
    /// with any other.
    #[must_use]
    pub fn tool_name_problem(&self) -> Option<Diagnostic> {
        let MatchesOn::Tool(field) = self.event().spec().matches_on else {
            return None;
        };
        if !self.lacks_tool_name() {
            return None;
        }
        let fields = self.fields();
        let what = match (fields.raw(field), fields.text(field)) {
            (None, _) => format!("has no `{field}`"),
            (Some(raw), _) if raw.get() == "null" => format!("has no `{field}`"),
            (Some(_), None) => format!("has a `{field}` that is not a string"),
            (Some(_), Some(text)) if text.is_empty() => format!("has an empty `{field}`"),
            (Some(_), Some(text)) => {
                format!("has a `{field}` with blanks or hidden characters: {text:?}")
            }
        };
        let meant = match self.probably_meant(field) {
            Some(meant) => format!("`{meant}` was probably meant; it must be called `{field}`"),
            None => format!("`{field}` must hold the name of the tool"),
        };
        let message = format!(
            "the input of {} {what}, so no matcher can be tested; help: {meant}",
            self.event().as_str()
        );
        Some(Diagnostic::new(
            Severity::Error,
            "tool-name-missing",
            message,
        ))
    }

    /// The field that holds what should be in `field`.
    fn probably_meant(&self, field: &str) -> Option<Cow<'_, str>> {
        let holds_name = |key: &&str| self.fields().text(key).is_some_and(|t| names_a_tool(&t));
        let others = || self.fields().keys().filter(|key| *key != field);
        let slip = others().filter(|key| nearest(key, [field]).is_some());
        let other = others().filter(|key| OTHERS.contains(key));
        slip.chain(other).find(holds_name).map(Cow::Borrowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(fields: &str) -> Option<String> {
        let json = format!(r#"{{"hook_event_name":"PreToolUse"{fields}}}"#);
        let problem = Input::parse(&json).unwrap().tool_name_problem();
        problem.map(|problem| problem.message)
    }

    #[test]
    fn a_name_that_nobody_can_match_is_no_name() {
        for name in [
            "",
            " ",
            "Bash ",
            "\\tBash",
            "Ba\\u0000sh",
            "Bash\\u200b",
            "\\u00a0Bash",
        ] {
            let fields = format!(r#","tool_name":"{name}""#);
            assert!(problem(&fields).is_some(), "{name:?}");
        }
        for name in [
            "Bash",
            "bash",
            "my tool",
            "mcp__a__b",
            "B\\u0061sh",
            "werkzeug-ü",
        ] {
            let fields = format!(r#","tool_name":"{name}""#);
            assert_eq!(problem(&fields), None, "{name:?}");
        }
    }

    #[test]
    fn the_field_that_was_meant_is_named() {
        for field in [
            "toolName",
            "tool-name",
            "tool_nmae",
            "ToolName",
            "tool",
            "name",
        ] {
            let told = problem(&format!(r#","{field}":"Bash""#)).unwrap();
            assert!(
                told.contains(&format!("`{field}` was probably meant")),
                "{told}"
            );
        }
        let told = problem(r#","toolName":7,"tool_name":null"#).unwrap();
        assert!(
            told.contains("has no `tool_name`") && !told.contains("probably"),
            "{told}"
        );
        assert!(
            problem(r#","tool_name":["Bash"]"#)
                .unwrap()
                .contains("not a string")
        );
    }

    #[test]
    fn other_events_need_no_tool() {
        let input = Input::parse(r#"{"hook_event_name":"Stop"}"#).unwrap();
        assert!(!input.lacks_tool_name() && input.tool_name_problem().is_none());
    }
}
