//! The gate itself: what it is made of, and the way of one call through it.

use std::fmt::Display;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use snaphook_core::input::CommonFields;
use snaphook_core::json::Json;
use snaphook_exec::{Approver, PanicError, catch_panics};

use super::before::{self, CallPermission};
use super::context::{ErrorHandler, ResultSink};
use super::hook::{PostHook, PreHook};
use super::phase;
use super::result::{Denial, GatedCall, ToolFailure, ToolResult};
use super::running::{OpenInvocation, or_cancelled};
use crate::tool_call::ToolCall;
use snaphook_engine::Session;

/// Hooks around the tool calls of one session. Cloning it is cheap.
#[derive(Clone)]
pub struct Gate {
    pub(super) session: Session,
    pub(super) common: Arc<CommonFields>,
    pub(super) hooks: Arc<Hooks>,
    pub(super) approver: Option<Arc<dyn Approver>>,
    pub(super) results: Option<Arc<dyn ResultSink>>,
    pub(super) errors: Option<Arc<dyn ErrorHandler>>,
    pub(super) permissions: bool,
}

/// The named hooks, in the order of registration.
#[derive(Debug, Clone, Default)]
pub(super) struct Hooks {
    pub(super) pre: Vec<PreHook>,
    pub(super) post: Vec<PostHook>,
}

impl Gate {
    /// A gate for the tool calls of a session; `common` is what configured
    /// hooks are told of it. Whoever answers the hooks of the session answers
    /// here too.
    #[must_use]
    pub fn new(session: Session, common: CommonFields) -> Self {
        Self {
            approver: session.approver(),
            session,
            common: Arc::new(common),
            hooks: Arc::default(),
            results: None,
            errors: None,
            permissions: false,
        }
    }

    /// This gate with other common fields, where the cwd or the mode has changed.
    #[must_use]
    pub fn common(mut self, common: CommonFields) -> Self {
        self.common = Arc::new(common);
        self
    }

    /// Turns permissions on: every call goes through the whole pipeline, rules,
    /// mode and approver too (see [`permission`](crate::permission)), not only
    /// through hooks.
    #[must_use]
    pub fn with_permissions(mut self) -> Self {
        self.permissions = true;
        self
    }

    /// Adds a hook before the call.
    #[must_use]
    pub fn pre(mut self, hook: PreHook) -> Self {
        Arc::make_mut(&mut self.hooks).pre.push(hook);
        self
    }

    /// Adds a hook after the call.
    #[must_use]
    pub fn post(mut self, hook: PostHook) -> Self {
        Arc::make_mut(&mut self.hooks).post.push(hook);
        self
    }

    /// Whom hooks may ask, and who is asked when a configured hook says `ask`.
    #[must_use]
    pub fn approver(mut self, approver: Arc<dyn Approver>) -> Self {
        self.approver = Some(approver);
        self
    }

    /// Where results are pushed.
    #[must_use]
    pub fn results(mut self, sink: Arc<dyn ResultSink>) -> Self {
        self.results = Some(sink);
        self
    }

    /// Who hears of hooks that failed.
    #[must_use]
    pub fn errors(mut self, handler: Arc<dyn ErrorHandler>) -> Self {
        self.errors = Some(handler);
        self
    }

    /// Runs a tool with hooks around it. `execute` gets the input as hooks
    /// rewrote it.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn execute<F, R, V, E>(
        &self,
        tool: &str,
        tool_input: impl Into<Json>,
        execute: F,
    ) -> GatedCall
    where
        F: FnOnce(Json) -> R,
        R: Future<Output = Result<V, E>>,
        V: Into<Json>,
        E: Display,
    {
        self.call(ToolCall::new(tool, tool_input), execute).await
    }

    /// Runs a call with hooks around it. The call may have an id, a server and a
    /// token that ends it.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn call<F, R, V, E>(&self, call: ToolCall, execute: F) -> GatedCall
    where
        F: FnOnce(Json) -> R,
        R: Future<Output = Result<V, E>>,
        V: Into<Json>,
        E: Display,
    {
        let timeout = call.timeout;
        let cancel = call.cancel.clone();
        let mut open = OpenInvocation::start(self, call);
        let asked = or_cancelled(cancel.as_ref(), pin!(before::ask(&mut open))).await;
        let result = match asked {
            None => ToolResult::Failed(ToolFailure::Cancelled),
            Some(CallPermission::Denied(refusal)) => ToolResult::Denied(refusal),
            Some(CallPermission::Deferred(reason)) => ToolResult::Deferred(reason),
            // It was shut down since hooks were asked, or before.
            Some(CallPermission::Allowed) if self.session.engine().is_closed() => {
                ToolResult::Denied(closed())
            }
            Some(CallPermission::Allowed) => {
                let tool_input = open.tool_starts();
                let running = catch_panics(|| Box::pin(execute(tool_input)));
                let limited = async {
                    match timeout {
                        None => Ok(running.await),
                        Some(limit) => tokio::time::timeout(limit, running)
                            .await
                            .map_err(|_| limit),
                    }
                };
                match or_cancelled(cancel.as_ref(), pin!(limited)).await {
                    None => ToolResult::Failed(ToolFailure::Cancelled),
                    Some(Err(limit)) => ToolResult::Failed(ToolFailure::TimedOut(limit)),
                    Some(Ok(Err(PanicError))) => ToolResult::Failed(ToolFailure::Panicked),
                    Some(Ok(Ok(Err(error)))) => {
                        ToolResult::Failed(ToolFailure::Error(format!("{error:#}")))
                    }
                    Some(Ok(Ok(Ok(value)))) => ToolResult::Done(value.into()),
                }
            }
        };
        open.close(result).await
    }
}

/// Why a closed engine denies.
fn closed() -> Denial {
    let reason = "the engine was shut down, so no hook can be asked";
    Denial {
        by: "the engine".into(),
        reason: reason.to_owned(),
        text: format!("The tool call was denied: {reason}"),
    }
}

impl OpenInvocation {
    /// The input for the tool, whose time starts now.
    fn tool_starts(&mut self) -> Json {
        let invocation = self.invocation();
        phase::tool(invocation.context.invocation);
        let tool_input = Json::clone(&invocation.tool_input);
        self.invocation_mut().started = Some(Instant::now());
        tool_input
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate")
            .field("session", &self.session.id())
            .field("hooks", &self.hooks)
            .finish_non_exhaustive()
    }
}
