//! The service: a gate with a service in it.

use snaphook::json::Json;
use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use snaphook::gate::{Gate, Gated, ToolCall};
use tower_service::Service;

/// A service of tool calls with hooks around it.
///
/// What the service inside fails with is the tool's result, told to the hooks
/// and the model; an error of the whole means that it was not ready.
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
    type Response = Gated;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Gated, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut call: ToolCall) -> Self::Future {
        // The one that is ready is the one to call; its clone is not yet.
        let next = self.inner.clone();
        let mut ready = std::mem::replace(&mut self.inner, next);
        let gate = self.gate.clone();
        Box::pin(async move {
            // The payload goes through the gate and comes back, maybe another.
            let payload = std::mem::take(&mut call.payload);
            let mut inside = call.clone();
            call.payload = payload;
            let run = |payload| {
                inside.payload = payload;
                let running = ready.call(inside);
                async move { running.await.map(Into::into) }
            };
            Ok(gate.call(call, run).await)
        })
    }
}
