//! A function hook and one call of it.

use std::future::Future;
use std::sync::Arc;

use snaphook_core::answer::{Answer, Failure, Response};
use snaphook_core::input::Input;
use tokio_util::sync::CancellationToken;

use super::answer::IntoAnswer;
use crate::handler::{Call, Handler, RunFuture};
use crate::wall::{HostFuture, Panicked, behind_wall};

/// What a function hook gets.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FunctionCall {
    /// The input.
    pub input: Arc<Input>,
    /// Cancelled when nobody waits for the answer any more.
    pub stop: CancellationToken,
}

type Body = dyn Fn(FunctionCall) -> HostFuture<Response> + Send + Sync;

/// An async function that answers an event.
#[derive(Clone)]
pub struct Function(Arc<Body>);

impl Function {
    /// A function that returns an answer, nothing, or an error.
    pub fn new<F, R>(body: F) -> Self
    where
        F: Fn(FunctionCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoAnswer> + Send + 'static,
    {
        Self(Arc::new(move |call| {
            let answer = body(call);
            Box::pin(async move { answer.await.into_response() })
        }))
    }

    /// A function that says yes or no; no blocks with `message`.
    pub fn check<F, R>(message: impl Into<String>, body: F) -> Self
    where
        F: Fn(FunctionCall) -> R + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        let message: Arc<str> = message.into().into();
        Self::new(move |call| {
            let message = Arc::clone(&message);
            let answer = body(call);
            async move { (!answer.await).then(|| Answer::block(&*message)) }
        })
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Function")
    }
}

impl Handler for Function {
    fn run(&self, call: Call) -> RunFuture<'_> {
        let call = FunctionCall {
            input: Arc::clone(call.input.input()),
            stop: call.stop,
        };
        let body = Arc::clone(&self.0);
        Box::pin(async move {
            // A panic in a hook must not take the agent with it, also not when
            // what it held is dropped after a timeout.
            behind_wall(move || body(call))
                .await
                .unwrap_or_else(|Panicked| Failure::new("the function panicked").into())
        })
    }
}
