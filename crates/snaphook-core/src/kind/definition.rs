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
/// Its JSON is the whole of it: what makes two hooks the same, what somebody trusts,
/// and what they are shown of it are taken from there.
pub trait Definition: Any + fmt::Debug + Send + Sync {
    /// The kind it is of.
    fn kind(&self) -> KindName;

    /// Every field of it, `null` where it has none: what trust rests on. A field
    /// that comes later stands there only where it is used, so that hooks stay what
    /// they were when somebody trusted them.
    fn to_json(&self) -> Map<String, Value>;

    /// The fields of its JSON that make two of them the same; without a word on it,
    /// all of them.
    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        None
    }

    /// Whether no other is ever the same as this one.
    fn is_unique(&self) -> bool {
        false
    }

    /// The one text that says what it does: its command, URL, prompt or tool.
    fn summary(&self) -> Cow<'_, str>;

    /// What a hook without a name is called by; without what may be secret.
    fn name(&self) -> Cow<'_, str> {
        self.summary()
    }

    /// Texts that may name files which it runs: without a word on it, all that are
    /// in its JSON.
    fn texts_with_files(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let json = self.to_json();
        json.values().for_each(|value| leaves(value, &mut texts));
        texts
    }

    /// How long it may take where its hook does not say.
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

/// Every text in a value.
fn leaves(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(members) => members.values().for_each(|value| leaves(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The members of a value that is known to be an object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
