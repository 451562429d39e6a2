//! Finds fields of an answer that were probably meant for others: a field beside
//! `hookSpecificOutput` that belongs into it, one in it that belongs beside it, and
//! names that are nearly those of a field. Such a field is ignored like every
//! unknown one, but the author of the hook should know.

use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{EventSpec, OUTPUT_FIELDS, OutputField, UNIVERSAL_FIELDS};
use crate::input::Fields;

const SPECIFIC: &str = "hookSpecificOutput";
/// Fields that are beside `hookSpecificOutput` and are read elsewhere.
const OTHERS: [&str; 4] = [SPECIFIC, "async", "asyncTimeout", "$schema"];

/// Fields of `hookSpecificOutput.decision`.
const OF_DECISION: [&str; 3] = ["behavior", "interrupt", "updatedPermissions"];

/// What people write, and what they mean.
const SYNONYMS: &[(&str, &str)] = &[
    ("modifiedToolInput", "updatedInput"),
    ("modifiedInput", "updatedInput"),
    ("updatedToolInput", "updatedInput"),
    ("modifiedToolOutput", "updatedToolOutput"),
    ("permission", "permissionDecision"),
];

/// A field that has no effect, and was meant to have one.
pub(super) struct NearMiss {
    pub(super) diagnostic: Diagnostic,
    /// Whether it was to decide or to rewrite something.
    pub(super) decides: bool,
}

/// Finds the near misses of an answer whose `hookSpecificOutput` are these.
pub(super) fn near_misses(
    spec: &EventSpec,
    object: &Fields,
    specifics: &[Fields],
) -> Vec<NearMiss> {
    let beside =
        present_fields(object).filter_map(|(key, value)| beside_specific(spec, key, value));
    let inside = specifics
        .iter()
        .flat_map(present_fields)
        .filter_map(|(key, value)| inside_specific(key, value));
    beside.chain(inside).collect()
}

/// The fields that are there and not null.
fn present_fields(object: &Fields) -> impl Iterator<Item = (&str, &str)> {
    let of_key = |key| object.raw(key).map(|raw| (key, raw.get()));
    let fields = object.keys().filter_map(of_key);
    fields.filter(|(_, value)| *value != "null")
}

fn beside_specific(spec: &EventSpec, key: &str, value: &str) -> Option<NearMiss> {
    let is_universal = UNIVERSAL_FIELDS.iter().any(|field| field.key == key);
    if is_universal || OTHERS.contains(&key) {
        return None;
    }
    if let Some(field) = output_field(key) {
        // A plain word such as `retry` may be the hook's own business.
        let is_meant = spec.output.contains(field.field) || key.contains(char::is_uppercase);
        return is_meant.then(|| {
            let message = format!(
                "the answer's `{key}` stands beside `{SPECIFIC}` and is ignored; put it into `{SPECIFIC}`"
            );
            miss("misplaced-answer-field", message, key, value)
        });
    }
    let meant = meant_by(key)?;
    let place = match output_field(meant) {
        Some(_) => format!(" in `{SPECIFIC}`"),
        None => String::new(),
    };
    let message =
        format!("`{key}` is not a field of an answer and is ignored; write `{meant}`{place}");
    Some(miss("unknown-answer-field", message, meant, value))
}

fn inside_specific(key: &str, value: &str) -> Option<NearMiss> {
    if key == "hookEventName" || output_field(key).is_some() {
        return None;
    }
    if OF_DECISION.contains(&key) {
        let message = format!(
            "the answer's `{key}` stands in `{SPECIFIC}` and is ignored; put it into `{SPECIFIC}.decision` of a hook on PermissionRequest"
        );
        return Some(miss("misplaced-answer-field", message, key, value));
    }
    if UNIVERSAL_FIELDS.iter().any(|field| field.key == key) {
        let message = format!(
            "the answer's `{key}` stands in `{SPECIFIC}` and is ignored; put it beside `{SPECIFIC}`"
        );
        return Some(miss("misplaced-answer-field", message, key, value));
    }
    let meant = meant_by(key)?;
    let message = format!("`{key}` is not a field of `{SPECIFIC}` and is ignored; write `{meant}`");
    Some(miss("unknown-answer-field", message, meant, value))
}

fn miss(code: &'static str, message: String, meant: &str, value: &str) -> NearMiss {
    let decides = match meant {
        "permissionDecision" => value != "\"allow\"",
        "continue" => value != "true",
        "decision" => value != "\"approve\"",
        "behavior" => value != "\"allow\"",
        SPECIFIC => true,
        other => other.starts_with("updated"),
    };
    NearMiss {
        diagnostic: Diagnostic::new(Severity::Warning, code, message),
        decides,
    }
}

fn output_field(key: &str) -> Option<&'static OutputField> {
    OUTPUT_FIELDS.iter().find(|field| field.key == key)
}

/// The field that a name nearly spells: by another name that people use, or in
/// another case.
fn meant_by(key: &str) -> Option<&'static str> {
    let synonym = SYNONYMS.iter().find(|(known, _)| *known == key);
    let outputs = OUTPUT_FIELDS.iter().map(|field| field.key);
    let universal = UNIVERSAL_FIELDS.iter().map(|field| field.key);
    let mut known = outputs.chain(universal).chain([SPECIFIC]);
    let same = |known: &&str| letters(known).eq(letters(key));
    synonym
        .map(|(_, meant)| *meant)
        .or_else(|| known.find(same))
}

fn letters(key: &str) -> impl Iterator<Item = char> {
    let letters = key.chars().filter(|c| !matches!(c, '_' | '-'));
    letters.map(|c| c.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::event::Event;

    fn found(value: Value) -> Vec<(&'static str, bool)> {
        let object = Fields::from_value(&value).unwrap();
        let specific = object.fields(SPECIFIC);
        let specifics = specific.into_iter().collect::<Vec<_>>();
        let spec = Event::resolve("PreToolUse");
        near_misses(spec.spec(), &object, &specifics)
            .into_iter()
            .map(|miss| (miss.diagnostic.code, miss.decides))
            .collect()
    }

    #[test]
    fn a_field_at_the_wrong_place_or_by_another_name_is_noticed() {
        for (answer, code, decides) in [
            (
                json!({"permissionDecision": "deny"}),
                "misplaced-answer-field",
                true,
            ),
            (
                json!({"permissionDecision": "allow"}),
                "misplaced-answer-field",
                false,
            ),
            (
                json!({"additionalContext": "x"}),
                "misplaced-answer-field",
                false,
            ),
            (
                json!({"modifiedToolInput": {}}),
                "unknown-answer-field",
                true,
            ),
            (
                json!({"hook_specific_output": {}}),
                "unknown-answer-field",
                true,
            ),
            (
                json!({SPECIFIC: {"continue": false}}),
                "misplaced-answer-field",
                true,
            ),
            (
                json!({SPECIFIC: {"modifiedToolInput": {}}}),
                "unknown-answer-field",
                true,
            ),
            (
                json!({SPECIFIC: {"updatedPermissions": []}}),
                "misplaced-answer-field",
                true,
            ),
            (
                json!({SPECIFIC: {"behavior": "allow"}}),
                "misplaced-answer-field",
                false,
            ),
            (
                json!({SPECIFIC: {"permission_decision": "deny"}}),
                "unknown-answer-field",
                true,
            ),
        ] {
            assert_eq!(found(answer.clone()), [(code, decides)], "{answer}");
        }
    }

    #[test]
    fn other_fields_are_nobodys_business() {
        for answer in [
            json!({"mine": 1, "async": true, "retry": true, "content": {}}),
            json!({"permissionDecision": null}),
            json!({"decision": "block", "reason": "r", "systemMessage": "s"}),
            json!({SPECIFIC: {"hookEventName": "PreToolUse", "permissionDecision": "deny", "more": 1}}),
        ] {
            assert_eq!(found(answer.clone()), [], "{answer}");
        }
    }
}
