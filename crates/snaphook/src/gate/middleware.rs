//! The gate itself: what it is made of, and the way of one call through it.

use std::fmt::Display;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use snaphook_core::input::Common;
use snaphook_core::json::Json;
use snaphook_exec::{Approver, Panicked, behind_wall};

use super::before::{self, Asked};
use super::call::ToolCall;
use super::context::{ErrorHandler, ResultSink};
use super::hook::{PostHook, PreHook};
use super::phase;
use super::result::{Gated, Refusal, ToolFailure, ToolResult};
use super::running::{Open, or_cancelled};
use crate::session::Session;

/// Hooks around the tool calls of one session. Cloning it is cheap.
#[derive(Clone)]
pub struct Gate {
    pub(super) session: Session,
    pub(super) common: Arc<Common>,
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
    /// hooks are told of it. Whoever answers the hooks of the engine answers
    /// here too.
    #[must_use]
    pub fn new(session: Session, common: Common) -> Self {
        Self {
            approver: session.engine().approver(),
            session,
            common: Arc::new(common),
            hooks: Arc::default(),
            results: None,
            errors: None,
            permissions: false,
        }
    }

    /// The same gate where the session has moved on: another cwd, another mode.
    #[must_use]
    pub fn common(mut self, common: Common) -> Self {
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

    /// Runs a tool with hooks around it. `execute` gets the payload as hooks
    /// rewrote it.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn execute<F, R, V, E>(
        &self,
        tool: &str,
        payload: impl Into<Json>,
        execute: F,
    ) -> Gated
    where
        F: FnOnce(Json) -> R,
        R: Future<Output = Result<V, E>>,
        V: Into<Json>,
        E: Display,
    {
        self.call(ToolCall::new(tool, payload), execute).await
    }

    /// The same for a call that says more: its id, its server, what ends it.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub async fn call<F, R, V, E>(&self, call: ToolCall, execute: F) -> Gated
    where
        F: FnOnce(Json) -> R,
        R: Future<Output = Result<V, E>>,
        V: Into<Json>,
        E: Display,
    {
        let timeout = call.timeout;
        let cancel = call.cancel.clone();
        let mut open = Open::start(self, call);
        let asked = or_cancelled(cancel.as_ref(), pin!(before::ask(&mut open))).await;
        let result = match asked {
            None => ToolResult::Failed(ToolFailure::Cancelled),
            Some(Asked::Refused(refusal)) => ToolResult::Refused(refusal),
            Some(Asked::Deferred(reason)) => ToolResult::Deferred(reason),
            // It was shut down since hooks were asked, or before.
            Some(Asked::Go) if self.session.engine().is_closed() => ToolResult::Refused(closed()),
            Some(Asked::Go) => {
                let payload = open.tool_starts();
                let running = behind_wall(|| Box::pin(execute(payload)));
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
                    Some(Ok(Err(Panicked))) => ToolResult::Failed(ToolFailure::Panicked),
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

/// Why a closed engine refuses.
fn closed() -> Refusal {
    let reason = "the engine was shut down, so no hook can be asked";
    Refusal {
        by: "the engine".into(),
        reason: reason.to_owned(),
        text: format!("The tool call was refused: {reason}"),
    }
}

impl Open {
    /// The payload for the tool, whose time starts now.
    fn tool_starts(&mut self) -> Json {
        let invocation = self.invocation();
        phase::tool(invocation.context.invocation);
        let payload = Json::clone(&invocation.payload);
        self.invocation_mut().started = Some(Instant::now());
        payload
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
