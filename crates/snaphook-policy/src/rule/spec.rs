//! The kind `rule` as everybody knows it: its name, its keys, its lints.

use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{
    FieldError, FieldValues, Key, KindFinding, KindName, KindSpec, LintSubject, SampleValue,
    ValueType,
};

use super::definition::RuleDef;
use super::lint;
use crate::decision::PolicyDecision;

/// The kind `rule`.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuleSpec;

impl KindSpec for RuleSpec {
    fn name(&self) -> KindName {
        RuleDef::KIND
    }

    fn about(&self) -> &'static str {
        "Decides by itself: every call that its conditions match is denied, allowed or asked about."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn implied_by(&self) -> Option<&'static str> {
        Some("decision")
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        let word = fields.required("decision");
        let decision = PolicyDecision::of_word(&word).ok_or_else(|| FieldError {
            key: "decision",
            code: "unknown-word",
            message: format!("unknown decision `{word}`"),
            help: Some(format!("use one of {}", PolicyDecision::WORDS.join(", "))),
        })?;
        Ok(HandlerDef::new(RuleDef {
            decision,
            reason: fields.string("reason"),
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        lint::check(subject)
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "rule", "decision": "deny", "reason": "a person pushes" }"#
    }
}

const KEYS: &[Key] = &[
    Key::new(
        "decision",
        ValueType::Word(PolicyDecision::WORDS),
        "What happens to a call that the hook's conditions match. On events that are not about a \
        tool call, `deny` blocks.",
    )
    .needed(),
    Key::new(
        "reason",
        ValueType::NonEmptyString,
        "Why, for the model and the user. Default: the condition.",
    )
    .such_as(&[SampleValue::String("a person pushes")]),
];
