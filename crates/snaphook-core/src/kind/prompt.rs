//! Asks a language model once.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, Sample, ValueType};
use super::name::KindName;
use super::needs::Needs;
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::event::EventSpec;
use crate::hook::HandlerDef;

/// Asks a language model once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PromptDef {
    /// What to ask, with `$ARGUMENTS` still in it.
    pub prompt: String,
    /// Which model.
    pub model: Option<String>,
    /// A refusal blocks without ending the turn.
    pub continue_on_block: bool,
}

impl PromptDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("prompt");
}

impl Definition for PromptDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self {
            prompt,
            model,
            continue_on_block,
        } = self;
        object(json!({
            "prompt": prompt,
            "model": model,
            "continueOnBlock": continue_on_block,
        }))
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
        event.timeout_or(Duration::from_secs(30))
    }
}

/// The kind `prompt`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Prompt;

impl KindSpec for Prompt {
    fn name(&self) -> KindName {
        PromptDef::KIND
    }

    fn about(&self) -> &'static str {
        "Asks a language model once: yes goes on, no blocks."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn needs(&self) -> Needs {
        Needs::MODEL
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(PromptDef {
            prompt: fields.required("prompt"),
            model: fields.string("model"),
            continue_on_block: fields.is_true("continueOnBlock"),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "prompt", "prompt": "Does this command delete anything? $ARGUMENTS" }"#
    }

    fn feature(&self) -> Option<&'static str> {
        Some("llm")
    }
}

const KEYS: &[Key] = &[
    PROMPT,
    MODEL,
    Key::new(
        "continueOnBlock",
        ValueType::Bool,
        "A no blocks and does not end the turn.",
    )
    .or(Sample::Bool(false)),
];

pub(super) const PROMPT: Key = Key::new(
    "prompt",
    ValueType::NonEmptyString,
    "What the model judges. `$ARGUMENTS` is replaced by the input; without it the input is added at the end.",
)
.needed();

pub(super) const MODEL: Key = Key::new(
    "model",
    ValueType::String,
    "The model that is asked; left out, `hookModel`, else the provider's small one.",
)
.such_as(&[Sample::String("haiku")]);

pub(super) const SETTINGS_KEYS: &[Key] = &[Key::new(
    "hookModel",
    ValueType::Either(&[ValueType::String, ValueType::Only(HOOK_MODEL)]),
    "The model of prompt and agent hooks that name none: `provider/model`, or where to find it.",
)
.such_as(&[Sample::String("anthropic/haiku")])];

const HOOK_MODEL: &[Key] = &[
    Key::new("model", ValueType::String, "The model's name.").such_as(&[Sample::String("haiku")]),
    Key::new(
        "provider",
        ValueType::Word(&["anthropic", "openai"]),
        "Whose format the server speaks; compatible servers speak `openai`.",
    ),
    Key::new("baseUrl", ValueType::Url, "Where the server is.")
        .such_as(&[Sample::String("http://localhost:11434/v1")]),
    Key::new(
        "keyVariable",
        ValueType::String,
        "The environment variable that holds the key.",
    )
    .such_as(&[Sample::String("ANTHROPIC_API_KEY")]),
];
