//! The service: it takes every tool call through the gate to the service inside.

use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use snaphook_core::json::Json;
use tower_service::Service;

use crate::gate::{Gate, GatedCall, ToolCall};

/// A service of tool calls with hooks around it.
///
/// An error of the service inside is the tool's result, which hooks and the model
/// get; an error of this service means that the one inside was not ready.
#[derive(Debug, Clone)]
pub struct GateService<S> {
    gate: Gate,
    inner: S,
}

impl<S> GateService<S> {
    /// Puts a gate around a service.
    #[must_use]
    pub fn new(gate: Gate, inner: S) -> Self {
        Self { gate, inner }
    }
}

impl<S> Service<ToolCall> for GateService<S>
where
    S: Service<ToolCall, Response: Into<Json>, Error: Display> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = GatedCall;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<GatedCall, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut call: ToolCall) -> Self::Future {
        // `poll_ready` was called on this service, not on its clone.
        let next = self.inner.clone();
        let mut ready = std::mem::replace(&mut self.inner, next);
        let gate = self.gate.clone();
        Box::pin(async move {
            // The gate hands the input back, possibly rewritten.
            let tool_input = std::mem::take(&mut call.tool_input);
            let mut inside = call.clone();
            call.tool_input = tool_input;
            let run = |tool_input| {
                inside.tool_input = tool_input;
                let running = ready.call(inside);
                async move { running.await.map(Into::into) }
            };
            Ok(gate.call(call, run).await)
        })
    }
}
