//! The named hooks of a gate: functions of the host before and after a call.

use snaphook_core::json::Json;
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use snaphook_exec::{HostFuture, PanicError};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::context::GateContext;
use super::result::ToolResult;

/// How long a hook may take unless it says otherwise: as long as a configured
/// one.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// What a pre-hook answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permit {
    /// The call may go on.
    Allow,
    /// The tool does not run; the reason is its result.
    Deny(String),
    /// A person is to be asked, with this question or the usual one: after every
    /// hook has looked, and once, however many want it. With nobody to ask, the
    /// call is denied.
    Ask(Option<String>),
}

impl Permit {
    /// Denies the call, with this reason.
    #[must_use]
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny(reason.into())
    }
}

/// Why a hook of the gate gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HookError {
    /// It returned an error.
    #[error("{0}")]
    Failed(String),
    /// It panicked.
    #[error(transparent)]
    Panicked(#[from] PanicError),
    /// It took longer than its timeout.
    #[error("it timed out after {0:?}")]
    TimedOut(Duration),
    /// The engine was shut down while it ran.
    #[error("the engine was shut down")]
    ShutDown,
}

impl HookError {
    /// The error that a hook returned.
    pub fn failed(error: impl Display) -> Self {
        Self::Failed(format!("{error:#}"))
    }
}

/// Something a pre-hook may return: a [`Permit`]; nothing, which allows; or an
/// error, for which the hook's failure policy decides.
pub trait IntoPermit {
    /// As a permit, or why the hook failed.
    fn into_permit(self) -> Result<Permit, HookError>;
}

impl IntoPermit for Permit {
    fn into_permit(self) -> Result<Permit, HookError> {
        Ok(self)
    }
}

impl IntoPermit for () {
    fn into_permit(self) -> Result<Permit, HookError> {
        Ok(Permit::Allow)
    }
}

impl<T: IntoPermit> IntoPermit for Option<T> {
    fn into_permit(self) -> Result<Permit, HookError> {
        self.map_or(Ok(Permit::Allow), T::into_permit)
    }
}

impl<T: IntoPermit, E: Display> IntoPermit for Result<T, E> {
    fn into_permit(self) -> Result<Permit, HookError> {
        self.map_err(HookError::failed)?.into_permit()
    }
}

/// What a pre-hook gets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PreCall {
    /// The invocation and the host.
    pub context: Arc<GateContext>,
    /// The tool.
    pub tool: Arc<str>,
    /// The arguments, as configured hooks rewrote it.
    pub tool_input: Arc<Json>,
    /// Cancelled when nobody waits for the answer any more.
    pub stop: CancellationToken,
}

/// What a post-hook gets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FinishedCall {
    /// The invocation's id.
    pub id: Uuid,
    /// The invocation and the host.
    pub context: Arc<GateContext>,
    /// The tool.
    pub tool: Arc<str>,
    /// What it was called with.
    pub tool_input: Arc<Json>,
    /// What became of the call.
    pub result: Arc<ToolResult>,
    /// How long the tool itself ran.
    pub duration: Duration,
}

/// The future of a hook of the gate.
pub(super) type HookFuture<T> = HostFuture<Result<T, HookError>>;
type PreBody = dyn Fn(PreCall) -> HookFuture<Permit> + Send + Sync;
type PostBody = dyn Fn(FinishedCall) -> HookFuture<()> + Send + Sync;

/// A function before the tool runs.
#[derive(Clone)]
pub struct PreHook {
    pub(super) name: Arc<str>,
    pub(super) body: Arc<PreBody>,
    pub(super) timeout: Option<Duration>,
    pub(super) guard: bool,
}

impl PreHook {
    /// A hook of this name.
    pub fn new<F, R>(name: &str, body: F) -> Self
    where
        F: Fn(PreCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoPermit> + Send + 'static,
    {
        Self {
            name: name.into(),
            body: Arc::new(move |call| {
                let answer = body(call);
                Box::pin(async move { answer.await.into_permit() })
            }),
            timeout: Some(DEFAULT_TIMEOUT),
            guard: false,
        }
    }

    /// Its own timeout; 600 s by default.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// It may take as long as it likes: somebody is thinking.
    #[must_use]
    pub fn no_timeout(mut self) -> Self {
        self.timeout = None;
        self
    }

    /// Makes it a guard: an error, a panic or a timeout denies the call.
    #[must_use]
    pub fn block_on_failure(mut self) -> Self {
        self.guard = true;
        self
    }
}

/// A function after the call, whatever became of it.
#[derive(Clone)]
pub struct PostHook {
    pub(super) name: Arc<str>,
    pub(super) body: Arc<PostBody>,
    pub(super) timeout: Duration,
}

/// Something a post-hook may return: nothing, or an error.
pub trait IntoHookResult {
    /// Whether it failed, and why.
    fn into_hook_result(self) -> Result<(), HookError>;
}

impl IntoHookResult for () {
    fn into_hook_result(self) -> Result<(), HookError> {
        Ok(())
    }
}

impl<E: Display> IntoHookResult for Result<(), E> {
    fn into_hook_result(self) -> Result<(), HookError> {
        self.map_err(HookError::failed)
    }
}

impl PostHook {
    /// A hook of this name.
    pub fn new<F, R>(name: &str, body: F) -> Self
    where
        F: Fn(FinishedCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoHookResult> + Send + 'static,
    {
        Self {
            name: name.into(),
            body: Arc::new(move |done| {
                let answer = body(done);
                Box::pin(async move { answer.await.into_hook_result() })
            }),
            timeout: DEFAULT_TIMEOUT,
        }
    }

    /// Its own timeout; 600 s by default.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }
}

impl std::fmt::Debug for PreHook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PreHook").field(&self.name).finish()
    }
}

impl std::fmt::Debug for PostHook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PostHook").field(&self.name).finish()
    }
}
