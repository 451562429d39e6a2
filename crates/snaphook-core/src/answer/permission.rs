//! Checks the shape of the entries of `updatedPermissions`. The engine's permissions
//! apply them.

use serde_json::Value;

use super::fields::FieldReader;
use super::read::AnswerProblem;
use crate::input::Fields;
use crate::permission::{Behavior, Destination, Mode, UpdateKind, UpdateTarget};

const PREFIX: &str = "hookSpecificOutput.decision.updatedPermissions[].";

/// Notes what is wrong with a list of permission updates.
pub fn check_updates(updates: &[Value], problems: &mut Vec<AnswerProblem>) {
    for update in updates {
        let (Value::Object(entry), Ok(fields)) = (update, Fields::from_value(update)) else {
            problems.push(AnswerProblem {
                field: PREFIX.trim_end_matches('.').to_owned(),
                expected: "an object".to_owned(),
                found: update.to_string(),
            });
            continue;
        };
        let mut reader = FieldReader::new(&fields, PREFIX, problems);
        let kind = reader.word("type", &UpdateKind::WORDS);
        reader.word("destination", &Destination::WORDS);
        let needed = match kind.map(|index| UpdateKind::CHANGES[index]) {
            Some(UpdateTarget::Rules) => {
                reader.word("behavior", &Behavior::WORDS);
                let rules = reader.list("rules").unwrap_or_default();
                check_rules(&rules, problems);
                vec![("rules", "a list of rules"), ("behavior", "what they say")]
            }
            Some(UpdateTarget::Mode) => {
                reader.word("mode", &Mode::WORDS);
                vec![("mode", "a permission mode")]
            }
            Some(UpdateTarget::Directories) => {
                reader.texts("directories");
                vec![("directories", "a list of strings")]
            }
            None => vec![("type", "the kind of update")],
        };
        let everywhere = ("destination", "where it applies");
        for (key, expected) in needed.into_iter().chain([everywhere]) {
            if entry.get(key).is_none_or(Value::is_null) {
                problems.push(AnswerProblem {
                    field: format!("{PREFIX}{key}"),
                    expected: expected.to_owned(),
                    found: "nothing".to_owned(),
                });
            }
        }
    }
}

fn check_rules(rules: &[Value], problems: &mut Vec<AnswerProblem>) {
    let mut text = |key: &str, found: Option<&Value>| {
        if !found.is_some_and(Value::is_string) {
            problems.push(AnswerProblem {
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
