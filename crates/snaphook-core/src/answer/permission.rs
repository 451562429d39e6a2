//! The entries of `updatedPermissions`: their shape, checked here, applied by
//! whoever keeps permissions.

use serde_json::Value;

use super::fields::FieldReader;
use super::read::Problem;
use crate::input::Fields;
use crate::permission::{Behavior, Destination, Mode, UpdateKind};

/// Notes what is wrong with a list of permission updates.
pub fn check_updates(updates: &[Value], problems: &mut Vec<Problem>) {
    const PREFIX: &str = "hookSpecificOutput.decision.updatedPermissions[].";
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
        let kind = reader.word("type", &UpdateKind::WORDS);
        reader.word("destination", &Destination::WORDS);
        let (needed, expected) = match kind {
            Some(0..=2) => {
                reader.word("behavior", &Behavior::WORDS);
                let rules = reader.list("rules").unwrap_or_default();
                for rule in &rules {
                    if rule.get("toolName").and_then(Value::as_str).is_none() {
                        problems.push(Problem {
                            field: format!("{PREFIX}rules[].toolName"),
                            expected: "a string".to_owned(),
                            found: "nothing".to_owned(),
                        });
                    }
                }
                ("rules", "a list of rules")
            }
            Some(3) => {
                reader.word("mode", &Mode::WORDS);
                ("mode", "a permission mode")
            }
            Some(_) => {
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
