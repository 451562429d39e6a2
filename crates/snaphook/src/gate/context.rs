//! What the hooks of a gate know of the call and the host.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use snaphook_exec::{ApprovalReply, Approver, PanicError, Question, catch_panics};
use uuid::Uuid;

use super::result::ToolResult;
use snaphook_engine::Session;

/// Takes the results of tools, where the host wants them pushed: a user
/// interface, a queue.
pub trait ResultSink: Send + Sync {
    /// A result of this invocation. The gate pushes one when the tool and the
    /// configured hooks are done; hooks may push others.
    fn push(&self, invocation: Uuid, result: &ToolResult);
}

impl<F: Fn(Uuid, &ToolResult) + Send + Sync> ResultSink for F {
    fn push(&self, invocation: Uuid, result: &ToolResult) {
        self(invocation, result);
    }
}

/// Hears of hooks that failed, where nobody else would.
pub trait ErrorHandler: Send + Sync {
    /// A hook of this invocation failed.
    fn handle(&self, invocation: Uuid, failure: &HookFailure);
}

impl<F: Fn(Uuid, &HookFailure) + Send + Sync> ErrorHandler for F {
    fn handle(&self, invocation: Uuid, failure: &HookFailure) {
        self(invocation, failure);
    }
}

/// A named hook of the gate that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{hook}: {message}")]
pub struct HookFailure {
    /// The hook's name.
    pub hook: Arc<str>,
    /// What went wrong.
    pub message: String,
}

/// What a hook of the gate may use: it belongs to one invocation.
#[derive(Clone)]
#[non_exhaustive]
pub struct GateContext {
    /// The invocation's id.
    pub invocation: Uuid,
    /// The session that the call belongs to.
    pub session: Session,
    /// Whom a hook may ask.
    pub approver: Option<Arc<dyn Approver>>,
    pub(super) results: Option<Arc<dyn ResultSink>>,
    pub(super) errors: Option<Arc<dyn ErrorHandler>>,
}

impl GateContext {
    /// Asks a person; cancelled at once when there is nobody, or when asking
    /// panics.
    pub async fn ask(&self, question: Question) -> ApprovalReply {
        match &self.approver {
            Some(approver) => catch_panics(|| approver.ask(question))
                .await
                .unwrap_or(ApprovalReply::Cancelled),
            None => ApprovalReply::Cancelled,
        }
    }

    /// Pushes a result to where the host wants results.
    pub fn push_result(&self, result: &ToolResult) {
        if let Some(results) = &self.results {
            results.push(self.invocation, result);
        }
    }

    /// Reports an error to the host.
    pub fn report(&self, failure: &HookFailure) {
        if let Some(errors) = &self.errors {
            errors.handle(self.invocation, failure);
        }
    }
}

/// Calls code of the host that must not take the rest of an invocation with it.
pub(super) fn past_panics(call: impl FnOnce()) -> Result<(), PanicError> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| PanicError)
}

impl std::fmt::Debug for GateContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GateContext")
            .field("invocation", &self.invocation)
            .field("session", &self.session.id())
            .finish_non_exhaustive()
    }
}
