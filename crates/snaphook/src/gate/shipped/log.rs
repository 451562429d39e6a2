//! A hook that logs what every tool is called with.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::gate::hook::PreHook;
use crate::gate::phase::TARGET;

/// One tool call, as it is logged. Its payload may hold secrets: whoever
/// writes it decides who reads it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct LogRecord {
    /// The invocation's id.
    pub invocation: uuid::Uuid,
    /// The session's id.
    pub session: String,
    /// The tool.
    pub tool: Arc<str>,
    /// What it is called with.
    pub payload: Arc<Value>,
}

impl LogRecord {
    /// Tells `tracing` of it.
    pub fn to_tracing(&self) {
        tracing::info!(
            target: TARGET,
            invocation = %self.invocation,
            phase = "payload",
            tool = &*self.tool,
            payload = %self.payload,
        );
    }
}

/// A pre-hook named `log` that gives every call to `write`.
pub fn log_payload(write: impl Fn(&LogRecord) + Send + Sync + 'static) -> PreHook {
    PreHook::new("log", move |call| {
        write(&LogRecord {
            invocation: call.context.invocation,
            session: call.context.session.id().to_owned(),
            tool: call.tool,
            payload: call.payload,
        });
        std::future::ready(())
    })
}
