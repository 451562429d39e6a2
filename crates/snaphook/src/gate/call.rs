//! One tool call, as the host asks for it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use snaphook_core::tool::mcp_name;
use tokio_util::sync::CancellationToken;

/// A tool call on its way through the gate.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ToolCall {
    /// The tool.
    pub tool: Arc<str>,
    /// What it is called with.
    pub payload: Value,
    /// The id that the model gave the call; else the invocation's id.
    pub tool_use_id: Option<String>,
    /// The MCP server, where the tool is one's.
    pub mcp_server: Option<String>,
    /// How long the tool itself may run.
    pub timeout: Option<Duration>,
    /// Cancelling this ends the call, wherever it is; its post-hooks run.
    pub cancel: Option<CancellationToken>,
}

impl ToolCall {
    /// A call of `tool` with `payload`.
    #[must_use]
    pub fn new(tool: impl Into<Arc<str>>, payload: Value) -> Self {
        Self {
            tool: tool.into(),
            payload,
            tool_use_id: None,
            mcp_server: None,
            timeout: None,
            cancel: None,
        }
    }

    /// A call of a tool of an MCP server: hooks know it as `mcp__server__tool`.
    #[must_use]
    pub fn mcp(server: &str, tool: &str, payload: Value) -> Self {
        Self {
            mcp_server: Some(server.to_owned()),
            ..Self::new(mcp_name(server, tool), payload)
        }
    }

    /// The id that the model gave the call.
    #[must_use]
    pub fn tool_use_id(mut self, id: impl Into<String>) -> Self {
        self.tool_use_id = Some(id.into());
        self
    }

    /// How long the tool itself may run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// What ends the call.
    #[must_use]
    pub fn cancel(mut self, token: CancellationToken) -> Self {
        self.cancel = Some(token);
        self
    }
}
