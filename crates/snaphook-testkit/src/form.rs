//! What is wrong with a test file or one of its cases.

use serde_json::Value;

/// Something in a test file has the wrong form. Each text continues the name of
/// the file or of the case.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseFormError {
    /// A case or a file lacks something that it needs.
    #[error("it needs {0}")]
    Missing(&'static str),
    /// A key has a value of the wrong type.
    #[error("`{key}` must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// What its value must be.
        expected: &'static str,
    },
    /// A case is not an object.
    #[error("it must be an object")]
    NotAnObject,
    /// A case has a key that test files do not have.
    #[error("unknown key `{key}`; {}", suggestion(.near.as_deref(), "keys", .known))]
    UnknownKey {
        /// The key.
        key: String,
        /// A known key that looks like it.
        near: Option<String>,
        /// Every known key.
        known: &'static [&'static str],
    },
    /// The list of `expect` does not fit to `repeat`.
    #[error("a list of `expect` needs one item per `repeat`")]
    ExpectPerRepeat,
    /// A case would succeed whatever comes out.
    #[error("it expects nothing; add `expect` or `expectExit`")]
    NoExpectation,
    /// An expectation uses an operator that does not exist.
    #[error("unknown operator `{operator}`; {}", suggestion(None, "operators", .known))]
    UnknownOperator {
        /// The operator.
        operator: String,
        /// Every known operator.
        known: &'static [&'static str],
    },
    /// An operator cannot be applied to its operand.
    #[error("`{operator}` cannot be given {operand}")]
    Operand {
        /// The operator.
        operator: String,
        /// What it was given.
        operand: Value,
    },
    /// The regular expression of `$matches` is invalid.
    #[error("`$matches`: {message}")]
    Pattern {
        /// Why.
        message: String,
    },
}

fn suggestion(near: Option<&str>, what: &str, known: &[&str]) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the {what} are {}", known.join(", ")),
    }
}

/// Makes the error of a key with a value of the wrong type.
pub(crate) fn wrong_type(key: impl Into<String>, expected: &'static str) -> CaseFormError {
    CaseFormError::WrongType {
        key: key.into(),
        expected,
    }
}
