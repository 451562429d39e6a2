//! Calls a function that the host registered under a name.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, Sample, ValueType};
use super::name::KindName;
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::hook::HandlerDef;

/// Calls a function that the host registered under a name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BuiltinDef {
    /// The registered name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl BuiltinDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("builtin");
}

impl Definition for BuiltinDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self { name, args } = self;
        object(json!({ "builtin": name, "args": args }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["builtin", "args"])
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.name)
    }

    fn texts_with_files(&self) -> Vec<String> {
        self.args.clone()
    }
}

/// The kind `builtin`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Builtin;

impl KindSpec for Builtin {
    fn name(&self) -> KindName {
        BuiltinDef::KIND
    }

    fn about(&self) -> &'static str {
        "Calls a function that ships with snaphook, or that the host registered."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(BuiltinDef {
            name: fields.required("command"),
            args: fields.strings("args").unwrap_or_default(),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "builtin", "command": "deny_paths", "args": ["**/.env"] }"#
    }
}

const STRINGS: ValueType = ValueType::List(&ValueType::String);

const KEYS: &[Key] = &[
    Key::new(
        "command",
        ValueType::NonEmptyString,
        "The name of a function that ships with snaphook, or that the host registered.",
    )
    .needed()
    .such_as(&[Sample::String("deny_paths"), Sample::String("log")]),
    Key::new("args", STRINGS, "Its arguments."),
];
