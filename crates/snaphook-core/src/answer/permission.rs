//! The entries of `updatedPermissions`: their shape, checked here, applied by
//! whoever keeps permissions.

use serde_json::Value;

use super::fields::FieldReader;
use super::read::Problem;
use crate::input::Fields;

/// The kinds of permission update, and what each changes.
pub const PERMISSION_UPDATES: &[(&str, UpdateOf)] = &[
    ("addRules", UpdateOf::Rules),
    ("replaceRules", UpdateOf::Rules),
    ("removeRules", UpdateOf::Rules),
    ("setMode", UpdateOf::Mode),
    ("addDirectories", UpdateOf::Directories),
    ("removeDirectories", UpdateOf::Directories),
];

/// What a permission update changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateOf {
    /// `rules`, all of one behavior.
    Rules,
    /// The `mode`.
    Mode,
    /// The working `directories`.
    Directories,
}

/// Where a permission update applies.
pub const PERMISSION_DESTINATIONS: &[&str] = &[
    "session",
    "localSettings",
    "projectSettings",
    "userSettings",
];

/// What a permission rule does with the calls it matches.
pub const PERMISSION_BEHAVIORS: &[&str] = &["allow", "deny", "ask"];

/// The permission modes.
pub const PERMISSION_MODES: &[&str] = &[
    "default",
    "plan",
    "acceptEdits",
    "auto",
    "dontAsk",
    "bypassPermissions",
];

const PREFIX: &str = "hookSpecificOutput.decision.updatedPermissions[].";

/// Notes what is wrong with a list of permission updates.
pub fn check_updates(updates: &[Value], problems: &mut Vec<Problem>) {
    for update in updates {
        let (Value::Object(entry), Ok(fields)) = (update, Fields::from_value(update)) else {
            problems.push(Problem {
                field: PREFIX.trim_end_matches('.').to_owned(),
                expected: "an object".to_owned(),
                found: update.to_string(),
            });
            continue;
        };
        let mut reader = FieldReader::new(&fields, PREFIX, problems);
        let kinds = PERMISSION_UPDATES.iter().map(|(kind, _)| *kind);
        let kind = reader.word("type", &kinds.collect::<Vec<_>>());
        reader.word("destination", PERMISSION_DESTINATIONS);
        let (needed, expected) = match kind.map(|index| PERMISSION_UPDATES[index].1) {
            Some(UpdateOf::Rules) => {
                reader.word("behavior", PERMISSION_BEHAVIORS);
                let rules = reader.list("rules").unwrap_or_default();
                check_rules(&rules, problems);
                ("rules", "a list of rules")
            }
            Some(UpdateOf::Mode) => {
                reader.word("mode", PERMISSION_MODES);
                ("mode", "a permission mode")
            }
            Some(UpdateOf::Directories) => {
                reader.texts("directories");
                ("directories", "a list of strings")
            }
            None => ("type", "the kind of update"),
        };
        for (key, expected) in [(needed, expected), ("destination", "where it applies")] {
            if entry.get(key).is_none_or(Value::is_null) {
                problems.push(Problem {
                    field: format!("{PREFIX}{key}"),
                    expected: expected.to_owned(),
                    found: "nothing".to_owned(),
                });
            }
        }
    }
}

fn check_rules(rules: &[Value], problems: &mut Vec<Problem>) {
    let mut text = |key: &str, found: Option<&Value>| {
        if !found.is_some_and(Value::is_string) {
            problems.push(Problem {
                field: format!("{PREFIX}rules[].{key}"),
                expected: "a string".to_owned(),
                found: found.map_or_else(|| "nothing".to_owned(), Value::to_string),
            });
        }
    };
    for rule in rules {
        text("toolName", rule.get("toolName"));
        // Without its content, a rule would be about every call of the tool.
        let content = rule.get("ruleContent");
        if content.is_some_and(|content| !content.is_null()) {
            text("ruleContent", content);
        }
    }
}
