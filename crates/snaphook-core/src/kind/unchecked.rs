//! A handler of a kind that has no keys: the host runs it and judges its fields.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::name::KindName;

/// The fields of a hook whose kind has no `KindSpec`, as they were written.
#[derive(Debug, Clone, PartialEq)]
pub struct UncheckedDef {
    /// The `type`.
    pub kind: KindName,
    /// All but the keys that every hook has.
    pub fields: Map<String, Value>,
}

impl Definition for UncheckedDef {
    fn kind(&self) -> KindName {
        self.kind.clone()
    }

    fn to_json(&self) -> Map<String, Value> {
        object(json!({ "fields": self.fields }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["fields"])
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.kind.as_str())
    }
}
