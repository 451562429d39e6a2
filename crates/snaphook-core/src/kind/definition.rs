//! One handler: what a hook runs, as its kind has read it.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use super::name::KindName;
use crate::event::EventSpec;

/// What one hook runs, in the terms of its kind.
///
/// Its JSON is complete: identity, trust and what people are shown are derived
/// from it.
pub trait Definition: Any + fmt::Debug + Send + Sync {
    /// The kind it is of.
    fn kind(&self) -> KindName;

    /// Every field, `null` where it has none: trust rests on it. A field that is
    /// added in a later version appears only where it is used, so that hooks which
    /// are already trusted keep their digest.
    fn to_json(&self) -> Map<String, Value>;

    /// The fields of its JSON that identify it; all of them by default.
    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Whether it never equals another definition, so that it is never a duplicate.
    fn is_unique(&self) -> bool {
        false
    }

    /// The one text that says what it does: its command, URL, prompt or tool.
    fn summary(&self) -> Cow<'_, str>;

    /// The name of a hook that has none in its settings, without possible secrets.
    fn name(&self) -> Cow<'_, str> {
        self.summary()
    }

    /// Texts that may name files which it runs: all texts of its JSON by default.
    fn texts_with_files(&self) -> Vec<String> {
        texts_in(&self.to_json())
    }

    /// Folders of which it reads every file: trust covers them.
    fn folders(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the hook's conditions count only where they are certain to hold: it
    /// allows what they match.
    fn needs_certainty(&self) -> bool {
        false
    }

    /// Whether it goes by what its session has done so far, so that this is counted.
    fn goes_by_session(&self) -> bool {
        false
    }

    /// The timeout of a hook that sets none.
    fn timeout(&self, event: &EventSpec) -> Duration {
        event.timeout
    }
}

impl dyn Definition {
    /// The texts that make two definitions the same.
    pub(crate) fn identity(&self) -> Vec<String> {
        let mut json = self.to_json();
        let Some(keys) = self.identity_keys() else {
            return vec![Value::Object(json).to_string()];
        };
        let mut parts = Vec::new();
        for key in keys {
            match json.get_mut(*key).map(Value::take) {
                None | Some(Value::Null) => parts.push(format!("no {key}")),
                Some(Value::String(text)) => parts.push(text),
                Some(Value::Array(items)) => parts.extend(items.iter().map(|item| match item {
                    Value::String(text) => format!("arg {text}"),
                    other => format!("arg {other}"),
                })),
                Some(other) => parts.push(other.to_string()),
            }
        }
        parts
    }
}

/// Every text in the values of an object.
pub(super) fn texts_in(json: &Map<String, Value>) -> Vec<String> {
    let mut texts = Vec::new();
    json.values().for_each(|value| leaves(value, &mut texts));
    texts
}

/// Every text in a value.
fn leaves(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(members) => members.values().for_each(|value| leaves(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The members of a value that is known to be an object, as `json!({ … })` makes one.
#[must_use]
pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
