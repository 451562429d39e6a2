//! An invocation that is under way. Anyone who drops it does not lose its end:
//! the engine runs what is left.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::poll;
use snaphook_core::input::CommonFields;
use snaphook_core::json::Json;
use snaphook_exec::{Conversation, catch_panics};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::context::{GateContext, HookFailure, past_panics};
use super::hook::{HookError, HookFuture};
use super::middleware::{Gate, Hooks};
use super::result::{GatedCall, ToolFailure, ToolResult};
use super::{after, phase};
use crate::tool_call::{CallInput, ToolCall, next_id};
use snaphook_engine::Engine;

/// Everything that belongs to one invocation.
pub(super) struct Invocation {
    pub(super) context: Arc<GateContext>,
    pub(super) common: Arc<CommonFields>,
    pub(super) hooks: Arc<Hooks>,
    /// The whole pipeline decides, not only hooks.
    pub(super) permissions: bool,
    pub(super) tool: Arc<str>,
    /// The id that the model gave it, if it did.
    pub(super) tool_use_id: Option<String>,
    pub(super) mcp_server: Option<String>,
    pub(super) conversation: Option<Conversation>,
    pub(super) tool_input: Arc<Json>,
    pub(super) stop: CancellationToken,
    /// When the tool itself began; `None` if it did not.
    pub(super) started: Option<Instant>,
    pub(super) said: HookTexts,
    runtime: Handle,
}

/// What hooks have said so far.
#[derive(Default)]
pub(super) struct HookTexts {
    pub(super) context: Vec<String>,
    pub(super) classifier_context: Vec<String>,
    pub(super) texts_for_user: Vec<String>,
    pub(super) feedback: Option<String>,
    pub(super) stop: Option<String>,
    pub(super) failures: Vec<HookFailure>,
}

impl Invocation {
    pub(super) fn id(&self) -> Uuid {
        self.context.invocation
    }

    /// What configured hooks are told of the call.
    pub(super) fn called(&self) -> CallInput<'_> {
        let id = match &self.tool_use_id {
            Some(id) => id.as_str().into(),
            None => self.id().to_string().into(),
        };
        CallInput {
            tool: &self.tool,
            tool_input: &self.tool_input,
            id,
        }
    }

    pub(super) fn engine(&self) -> &Engine {
        self.context.session.engine()
    }

    /// Notes that a named hook failed, for everybody who might want to know.
    pub(super) fn note_failure(&mut self, hook: &Arc<str>, message: String) {
        let failure = HookFailure {
            hook: Arc::clone(hook),
            message,
        };
        // One that panics loses what it was told; the host finds it below.
        let _ = past_panics(|| self.context.report(&failure));
        self.said.failures.push(failure);
    }
}

/// An invocation between its start and its end. Boxed, since it passes through
/// several hands.
pub(super) struct OpenInvocation(Option<Box<Invocation>>);

impl OpenInvocation {
    pub(super) fn start(gate: &Gate, call: ToolCall) -> Self {
        let id = next_id();
        phase::start(id, &call.tool);
        let context = Arc::new(GateContext {
            invocation: id,
            session: gate.session.clone(),
            approver: gate.approver.clone(),
            results: gate.results.clone(),
            errors: gate.errors.clone(),
        });
        Self(Some(Box::new(Invocation {
            common: Arc::clone(&gate.common),
            hooks: Arc::clone(&gate.hooks),
            permissions: gate.permissions,
            tool: call.tool,
            tool_use_id: call.tool_use_id,
            mcp_server: call.mcp_server,
            conversation: call.conversation,
            tool_input: Arc::new(call.tool_input),
            stop: CancellationToken::new(),
            started: None,
            said: HookTexts::default(),
            runtime: Handle::current(),
            context,
        })))
    }

    #[expect(
        clippy::expect_used,
        reason = "taken only by close and drop, which end it"
    )]
    pub(super) fn invocation(&self) -> &Invocation {
        self.0.as_deref().expect("an open invocation")
    }

    #[expect(
        clippy::expect_used,
        reason = "taken only by close and drop, which end it"
    )]
    pub(super) fn invocation_mut(&mut self) -> &mut Invocation {
        self.0.as_deref_mut().expect("an open invocation")
    }

    /// Runs what comes after the call.
    #[expect(
        clippy::expect_used,
        reason = "taken only here and by drop, which end it"
    )]
    pub(super) async fn close(mut self, result: ToolResult) -> GatedCall {
        let invocation = self.0.take().expect("an open invocation");
        InvocationEnd::of(invocation, result).await
    }
}

impl Drop for OpenInvocation {
    fn drop(&mut self) {
        if let Some(invocation) = self.0.take() {
            // Dropping the ending hands it over to the engine.
            drop(InvocationEnd::of(
                invocation,
                ToolResult::Failed(ToolFailure::Cancelled),
            ));
        }
    }
}

/// The end of an invocation. It goes on when nobody polls it any more.
struct InvocationEnd {
    running: Option<Pin<Box<dyn Future<Output = GatedCall> + Send>>>,
    engine: Engine,
    runtime: Handle,
}

impl InvocationEnd {
    fn of(invocation: Box<Invocation>, result: ToolResult) -> Self {
        invocation.stop.cancel();
        let ran_for = invocation.started.map(|started| started.elapsed());
        Self {
            engine: invocation.engine().clone(),
            runtime: invocation.runtime.clone(),
            running: Some(Box::pin(after::finish(invocation, result, ran_for))),
        }
    }
}

impl Future for InvocationEnd {
    type Output = GatedCall;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<GatedCall> {
        let Some(running) = &mut self.running else {
            return Poll::Pending;
        };
        let polled = running.as_mut().poll(context);
        if polled.is_ready() {
            self.running = None;
        }
        polled
    }
}

impl Drop for InvocationEnd {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            // A shutdown of the engine waits for it.
            let ended = async move {
                running.await;
            };
            self.engine.spawn_on(ended, &self.runtime);
        }
    }
}

/// Runs a named hook until it answers, panics, times out, or the engine ends.
pub(super) async fn run_named<T>(
    engine: &Engine,
    timeout: Option<Duration>,
    make: impl FnOnce() -> HookFuture<T>,
) -> Result<T, HookError> {
    let mut running = pin!(catch_panics(make));
    let answered = match poll!(running.as_mut()) {
        Poll::Ready(answered) => answered,
        Poll::Pending => {
            let limited = async {
                match timeout {
                    None => Ok(running.await),
                    Some(limit) => tokio::time::timeout(limit, running)
                        .await
                        .map_err(|_| HookError::TimedOut(limit)),
                }
            };
            tokio::select! {
                answered = limited => answered?,
                () = engine.until_cancelled() => {
                    return Err(HookError::ShutDown);
                }
            }
        }
    };
    answered?
}

/// Runs until somebody cancels. By reference: what is awaited by value is kept
/// twice, and it is large.
pub(super) async fn or_cancelled<T>(
    cancel: Option<&CancellationToken>,
    running: Pin<&mut impl Future<Output = T>>,
) -> Option<T> {
    match cancel {
        None => Some(running.await),
        Some(cancel) => tokio::select! {
            // Who is cancelled before it began must not begin.
            biased;
            () = cancel.cancelled() => None,
            result = running => Some(result),
        },
    }
}
