//! The kinds `cedar` and `rego` as everybody knows them.

use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{
    FieldError, FieldValues, Key, KindFinding, KindName, KindSpec, LintSubject, SampleValue,
    ValueType,
};

use super::definition::PolicyDef;
use super::lint;

/// A kind whose hooks go by policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicySpec {
    /// Policies in Cedar.
    Cedar,
    /// Policies in Rego.
    Rego,
}

impl KindSpec for PolicySpec {
    fn name(&self) -> KindName {
        match self {
            Self::Cedar => PolicyDef::CEDAR,
            Self::Rego => PolicyDef::REGO,
        }
    }

    fn about(&self) -> &'static str {
        match self {
            Self::Cedar => "Decides by policies in Cedar: a request for every event, in process.",
            Self::Rego => "Decides by policies in Rego (`data.snaphook.decision`), in process.",
        }
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(PolicyDef {
            kind: self.name(),
            policies: fields.required("policies"),
        }))
    }

    fn lint(&self, subject: &LintSubject<'_>) -> Vec<KindFinding> {
        lint::check(*self, subject)
    }

    fn example(&self) -> &'static str {
        match self {
            Self::Cedar => {
                r#"{ "type": "cedar", "policies": ".snaphook/cedar", "onFailure": "block" }"#
            }
            Self::Rego => {
                r#"{ "type": "rego", "policies": ".snaphook/rego", "onFailure": "block" }"#
            }
        }
    }

    fn feature(&self) -> Option<&'static str> {
        Some(match self {
            Self::Cedar => "cedar",
            Self::Rego => "rego",
        })
    }
}

const KEYS: &[Key] = &[Key::new(
    "policies",
    ValueType::NonEmptyString,
    "The folder with the policies: absolute, below `~/`, or seen from the project. All files of \
    the language in it and in its folders count.",
)
.needed()
.such_as(&[SampleValue::String(".snaphook/policies")])];
