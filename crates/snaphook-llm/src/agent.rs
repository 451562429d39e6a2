//! Lets a language model look around before it answers.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value, json};

use snaphook_core::event::EventSpec;
use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{
    Definition, FieldError, FieldValues, Key, KindFinding, KindName, KindNeeds, KindSpec,
    LintSubject, SampleValue, ValueType, object,
};

use crate::keys::{MODEL, PROMPT, SETTINGS_KEYS};
use crate::lint;

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
        "Lets a language model read files before it says yes or no."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn needs(&self) -> KindNeeds {
        KindNeeds::MODEL_WITH_TOOLS
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(AgentDef {
            prompt: fields.required("prompt"),
            model: fields.string("model"),
            max_turns: fields.integer("maxTurns"),
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        let def = subject.hook.handler.get::<AgentDef>();
        let finding = def.and_then(|def| lint::check(subject, def.model.as_deref()));
        finding.into_iter().collect()
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
        "The number of turns after which the model must answer.",
    )
    .or(SampleValue::Integer(50)),
];
