//! A function hook and one call of it.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use snaphook_core::answer::{Answer, Failure, Response};
use snaphook_core::input::Input;

use super::answer::IntoAnswer;
use super::stop::StopSignal;
use crate::conversation::Conversation;
use crate::handler::{Call, Handler, RunFuture};
use crate::panics::{CatchPanics, PanicError};

/// One call of a function hook.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FunctionCall {
    /// The input; cloning it costs next to nothing.
    pub input: Input,
    /// The conversation so far, where the host handed it in.
    pub conversation: Option<Conversation>,
    /// Cancelled when the engine no longer waits for the answer.
    pub stop: StopSignal,
}

impl FunctionCall {
    /// A call with this input.
    #[inline]
    #[must_use]
    pub fn new(input: Input, stop: StopSignal) -> Self {
        Self {
            input,
            conversation: None,
            stop,
        }
    }

    /// This call with the conversation so far.
    #[inline]
    #[must_use]
    pub fn with_conversation(mut self, conversation: Option<Conversation>) -> Self {
        self.conversation = conversation;
        self
    }

    /// The conversation so far: what the host handed in, else the end of the session's
    /// transcript, for which this reads a file.
    #[must_use]
    pub fn read_conversation(&self) -> Option<Conversation> {
        let handed_in = self.conversation.clone();
        handed_in.or_else(|| Conversation::of_transcript(&self.input))
    }
}

type FunctionBody = dyn Fn(FunctionCall) -> RunFuture<'static> + Send + Sync;

/// An async function that answers an event.
#[derive(Clone)]
pub struct Function(Arc<FunctionBody>);

impl Function {
    /// A function that returns an answer, nothing, or an error.
    pub fn new<F, R>(body: F) -> Self
    where
        F: Fn(FunctionCall) -> R + Send + Sync + 'static,
        R: Future<Output: IntoAnswer> + Send + 'static,
    {
        // A panic in a hook must not take the agent with it, also not when what
        // it held is dropped after a timeout. All of it is one allocation.
        Self(Arc::new(move |call| {
            match catch_unwind(AssertUnwindSafe(|| body(call))) {
                Ok(answer) => {
                    let walled = CatchPanics::around(async move { answer.await.into_response() });
                    Box::pin(async move { walled.await.unwrap_or_else(panicked) })
                }
                Err(_) => Box::pin(std::future::ready(panicked(PanicError))),
            }
        }))
    }

    /// Calls it. It runs when the result is polled.
    #[inline]
    #[must_use]
    pub fn call(&self, call: FunctionCall) -> RunFuture<'static> {
        (self.0)(call)
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

fn panicked(_: PanicError) -> Response {
    Failure::new("the function panicked").into()
}

impl Handler for Function {
    fn run(&self, call: Call) -> RunFuture<'_> {
        let input = Input::clone(call.input.input());
        let conversation = call.conversation;
        self.call(FunctionCall::new(input, call.stop.into()).with_conversation(conversation))
    }

    fn as_function(&self) -> Option<&Function> {
        Some(self)
    }
}
