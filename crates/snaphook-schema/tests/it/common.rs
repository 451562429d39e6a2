//! Validators, and the golden cases.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};
use snaphook_testkit::{Case, CaseFile, SettingsRef};

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).unwrap()
}

pub(crate) static SETTINGS: LazyLock<Validator> =
    LazyLock::new(|| validator(&snaphook_schema::settings(&snaphook::kinds())));

/// What does not fit, a line each.
pub(crate) fn misfits(validator: &Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// A schema that also rejects every key that it does not name.
pub(crate) fn closed(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            for (key, member) in members.iter_mut() {
                // A property may be called `properties`, too.
                *member = match (key.as_str(), member.take()) {
                    ("properties" | "$defs", Value::Object(named)) => named
                        .into_iter()
                        .map(|(name, schema)| (name, closed(schema)))
                        .collect::<serde_json::Map<_, _>>()
                        .into(),
                    (_, other) => closed(other),
                };
            }
            if members.contains_key("properties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        Value::Array(items) => {
            for item in items {
                *item = closed(item.take());
            }
        }
        _ => {}
    }
    schema
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The golden cases in the words of the default dialect.
pub(crate) fn golden_cases() -> Vec<Case> {
    let folder = std::fs::read_dir(repository().join("conformance")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    let cases: Vec<_> = files
        .filter(|file| file.is_file())
        .flat_map(|file| CaseFile::load(&file).unwrap().cases)
        .filter(|case| case.dialect == "claude")
        .collect();
    assert!(cases.len() > 140, "only {} cases were found", cases.len());
    cases
}

/// The settings that stand in a case.
pub(crate) fn inline(case: &Case) -> impl Iterator<Item = &Value> {
    case.settings.iter().filter_map(|settings| match settings {
        SettingsRef::Inline(settings) => Some(settings),
        SettingsRef::File(_) => None,
    })
}

/// The input of a case, as `fire` completes it.
pub(crate) fn completed(case: &Case, cwd: &str) -> Value {
    let mut input = case.input.clone();
    for (key, value) in [
        ("session_id", "test"),
        ("transcript_path", ""),
        ("cwd", cwd),
    ] {
        input.entry(key.to_owned()).or_insert_with(|| value.into());
    }
    Value::Object(input)
}
