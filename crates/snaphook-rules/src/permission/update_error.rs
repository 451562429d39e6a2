//! Why an update of permissions cannot be applied: a host shows it, and tells
//! a rule that cannot be read from whatever else may come.

use crate::RuleError;

/// Why an update of permissions cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UpdateError {
    /// One of its rules cannot be read.
    #[error("invalid rule `{text}`: {error}")]
    Rule {
        /// The rule, as it was written.
        text: String,
        /// What is wrong with it.
        error: RuleError,
    },
}
