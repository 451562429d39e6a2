//! What the engine has to say about definitions and answers.
//!
//! That a hook *failed* is not a diagnostic: it is in the hook's own entry
//! of the outcome. A diagnostic tells an author that something they wrote does
//! not do what it seems to do.

use std::fmt;

use serde::Serialize;

use crate::hook::HookId;

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Hint,
    /// Probably not what the author meant.
    Warning,
    /// Something that was written cannot take effect.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One remark about a definition or an answer, as the outcome carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// A stable word for programs, such as `bad-matcher`.
    pub code: &'static str,
    /// What is wrong, and where there is one, what to do about it.
    pub message: String,
    /// The hook it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hook: Option<HookId>,
}

impl Diagnostic {
    /// A diagnostic about no hook in particular.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            hook: None,
        }
    }

    /// Names the hook that the remark is about.
    #[must_use]
    pub fn about(mut self, hook: &HookId) -> Self {
        self.hook = Some(hook.clone());
        self
    }
}
