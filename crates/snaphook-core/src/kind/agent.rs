//! Lets a language model look around before it answers.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, Sample, ValueType};
use super::name::KindName;
use super::needs::Needs;
use super::prompt::{MODEL, PROMPT, SETTINGS_KEYS};
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::event::EventSpec;
use crate::hook::HandlerDef;

/// Lets a language model look around before it answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AgentDef {
    /// What to ask.
    pub prompt: String,
    /// Which model.
    pub model: Option<String>,
    /// How often it may use a tool.
    pub max_turns: Option<u32>,
}

impl AgentDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("agent");
}

impl Definition for AgentDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self {
            prompt,
            model,
            max_turns,
        } = self;
        object(json!({ "prompt": prompt, "model": model, "maxTurns": max_turns }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["prompt"])
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.prompt)
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }

    fn timeout(&self, event: &EventSpec) -> Duration {
        event.timeout_or(Duration::from_secs(60))
    }
}

/// The kind `agent`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Agent;

impl KindSpec for Agent {
    fn name(&self) -> KindName {
        AgentDef::KIND
    }

    fn about(&self) -> &'static str {
        "Lets a language model look around with tools that only read, before it says yes or no."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn needs(&self) -> Needs {
        Needs::MODEL_WITH_TOOLS
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(AgentDef {
            prompt: fields.required("prompt"),
            model: fields.string("model"),
            max_turns: fields.integer("maxTurns"),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "agent", "prompt": "Is the change covered by a test?", "maxTurns": 10 }"#
    }

    fn feature(&self) -> Option<&'static str> {
        Some("llm")
    }
}

const KEYS: &[Key] = &[
    PROMPT,
    MODEL,
    Key::new(
        "maxTurns",
        ValueType::Integer {
            least: 1,
            most: 1_000_000,
        },
        "How many turns it has for looking around before it must answer.",
    )
    .or(Sample::Integer(50)),
];
