//! Asks a language model once.

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

    fn needs(&self) -> KindNeeds {
        KindNeeds::MODEL
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(PromptDef {
            prompt: fields.required("prompt"),
            model: fields.string("model"),
            continue_on_block: fields.is_true("continueOnBlock"),
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        let def = subject.hook.handler.get::<PromptDef>();
        let finding = def.and_then(|def| lint::check(subject, def.model.as_deref()));
        finding.into_iter().collect()
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
        "A no blocks without ending the turn.",
    )
    .or(SampleValue::Bool(false)),
];
