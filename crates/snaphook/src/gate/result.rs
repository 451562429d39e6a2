//! What became of a tool call.

use serde_json::Value;
use snaphook_core::json::Json;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::context::HookFailure;

/// The result of a tool call, no matter who made it.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolResult {
    /// The tool ran, and this is its result, as hooks rewrote it.
    Done(Json),
    /// The tool did not run.
    Denied(Denial),
    /// The tool did not run: a hook leaves the decision to the host.
    Deferred(Option<String>),
    /// The tool ran and did not get to its end.
    Failed(ToolFailure),
}

/// Why a tool did not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The hook that denied the call, or `the approver`.
    pub by: Arc<str>,
    /// Its reason.
    pub reason: String,
    /// The whole text for the model.
    pub text: String,
}

/// How a tool failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolFailure {
    /// It returned an error.
    #[error("{0}")]
    Error(String),
    /// It panicked.
    #[error("the tool panicked")]
    Panicked,
    /// It ran longer than it may.
    #[error("the tool timed out after {0:?}")]
    TimedOut(Duration),
    /// Nobody waits for it any more.
    #[error("the tool call was cancelled")]
    Cancelled,
}

impl ToolResult {
    /// What the tool gave, if it ran to its end.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Self::Done(value) => Some(value),
            _ => None,
        }
    }

    /// One word for logs.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Denied(_) => "refused",
            Self::Deferred(_) => "deferred",
            Self::Failed(ToolFailure::Error(_)) => "failed",
            Self::Failed(ToolFailure::Panicked) => "panicked",
            Self::Failed(ToolFailure::TimedOut(_)) => "timedOut",
            Self::Failed(ToolFailure::Cancelled) => "cancelled",
        }
    }
}

/// What the model gets as the tool's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultForModel {
    /// The text.
    pub text: String,
    /// Whether it reports an error or a denial.
    pub is_error: bool,
}

/// A tool call that has passed the gate, one way or the other.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GatedCall {
    /// The invocation's id.
    pub id: Uuid,
    /// What became of the call.
    pub result: ToolResult,
    /// What the tool was called with: the input as hooks rewrote it.
    pub tool_input: Arc<Json>,
    /// How long the tool itself ran.
    pub duration: Duration,
    /// Texts that hooks add for the model, in order.
    pub context: Vec<String>,
    /// What hooks say of the result, in words for the model.
    pub feedback: Option<String>,
    /// Texts for a permission classifier.
    pub classifier_context: Vec<String>,
    /// Texts for the user.
    pub texts_for_user: Vec<String>,
    /// A hook stops the agent, and why.
    pub stop: Option<String>,
    /// Named hooks that failed.
    pub failures: Vec<HookFailure>,
}

impl GatedCall {
    /// The tool's result as the model gets it: a text result as it is, any
    /// other as JSON; a denial with its reason; then what hooks have to say.
    #[must_use]
    pub fn result_for_model(&self) -> ResultForModel {
        let (first, is_error): (Cow<'_, str>, bool) = match &self.result {
            ToolResult::Done(value) => match value.as_str() {
                Some(text) => (text.into(), false),
                None => (value.to_string().into(), false),
            },
            ToolResult::Denied(refusal) => ((&refusal.text).into(), true),
            ToolResult::Deferred(reason) => {
                let reason = reason
                    .as_deref()
                    .unwrap_or("the decision is left to the host");
                (reason.into(), true)
            }
            ToolResult::Failed(failure) => (failure.to_string().into(), true),
        };
        let more = self.feedback.iter().chain(&self.context);
        let texts = std::iter::once(first.as_ref()).chain(more.map(String::as_str));
        ResultForModel {
            text: texts.collect::<Vec<_>>().join("\n"),
            is_error,
        }
    }
}
