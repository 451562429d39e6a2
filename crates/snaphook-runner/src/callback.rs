//! One callback of the host, and one call of it.

use std::future::Future;
use std::sync::Arc;

use snaphook_core::answer::Failure;
use snaphook_core::input::Input;
use snaphook_exec::{HostFuture, PanicError, catch_panics};
use tokio_util::sync::CancellationToken;

use crate::answer::{CallbackAnswer, CallbackReturn, IntoCallbackAnswer};
use crate::deadline::GroupDeadline;
use crate::log;
use crate::read::read;

/// What a callback gets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CallbackCall {
    /// The input.
    pub input: Arc<Input>,
    /// The tool call it is about, as the host named it.
    pub tool_use_id: Option<Arc<str>>,
    /// Cancelled when the answer is no longer needed: the group's time is
    /// up, the callback failed, or the host dropped what it fired.
    pub stop: CancellationToken,
}

type CallbackBody = dyn Fn(CallbackCall) -> HostFuture<CallbackReturn> + Send + Sync;

/// A callback with its name.
#[derive(Clone)]
pub(crate) struct Callback {
    pub(crate) name: Arc<str>,
    body: Arc<CallbackBody>,
}

impl Callback {
    pub(crate) fn new<F, R>(name: &str, body: F) -> Self
    where
        F: Fn(CallbackCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoCallbackAnswer> + Send + 'static,
    {
        Self {
            name: name.into(),
            body: Arc::new(move |call| {
                let returned = body(call);
                Box::pin(async move { returned.await.into_returned() })
            }),
        }
    }

    /// Calls it and waits for its answer until the deadline.
    pub(crate) async fn run(
        &self,
        input: &Arc<Input>,
        tool_use_id: Option<&Arc<str>>,
        deadline: &GroupDeadline,
    ) -> Result<CallbackAnswer, Failure> {
        let stop = CancellationToken::new();
        // Unless it answers, what it started is not wanted any more.
        let unwanted = stop.clone().drop_guard();
        let call = CallbackCall {
            input: Arc::clone(input),
            tool_use_id: tool_use_id.cloned(),
            stop,
        };
        let returned = deadline
            .wait(catch_panics(|| (self.body)(call)))
            .await?
            .map_err(|PanicError| Failure::new("it panicked"))?;
        let event = input.event();
        let (answer, notes) = read(event, returned)?;
        log::dropped(event, &self.name, &notes);
        unwanted.disarm();
        Ok(answer)
    }
}

impl std::fmt::Debug for Callback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Callback").field(&self.name).finish()
    }
}
