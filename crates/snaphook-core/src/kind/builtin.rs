//! Calls a function that the host registered under a name.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, SampleValue, ValueType};
use super::lint::{KindFinding, LintSubject, Place};
use super::name::KindName;
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::Severity;
use crate::event::nearest;
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

/// The functions that ship with snaphook.
pub const SHIPPED_BUILTINS: &[&str] = &[
    "log",
    "deny_paths",
    "deny_commands",
    "redact_secrets",
    "require_intent",
];

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

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        let def = subject.hook.handler.get::<BuiltinDef>();
        let Some(name) = def.map(|def| &*def.name) else {
            return Vec::new();
        };
        // A host may have functions of its own under other names.
        let meant = match SHIPPED_BUILTINS.contains(&name) {
            true => None,
            false => nearest(name, SHIPPED_BUILTINS.iter().copied()),
        };
        let misspelt = meant.map(|meant| KindFinding {
            severity: Severity::Warning,
            code: "builtin-misspelt",
            place: Place::Key("command"),
            message: format!("unknown builtin `{name}`; did you mean `{meant}`?"),
            help: format!("write `{meant}`, or ignore this if your host registers `{name}`"),
        });
        let needs_args = matches!(name, "deny_commands" | "deny_paths");
        let has_args = def.is_some_and(|def| !def.args.is_empty());
        let denies_nothing = (needs_args && !has_args).then(|| KindFinding {
            severity: Severity::Warning,
            code: "builtin-without-args",
            place: Place::Key("command"),
            message: format!("`{name}` has no `args`, so it denies nothing"),
            help: "list what it denies in `args`".to_owned(),
        });
        misspelt.into_iter().chain(denies_nothing).collect()
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
    .such_as(&[
        SampleValue::String("deny_paths"),
        SampleValue::String("log"),
    ]),
    Key::new("args", STRINGS, "Its arguments."),
];
