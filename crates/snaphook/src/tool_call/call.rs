//! One tool call, as the host asks for it.

use std::sync::Arc;
use std::time::Duration;

use snaphook_core::input::Fields;
use snaphook_core::json::Json;
use snaphook_core::tool::mcp_name;
use snaphook_engine::ExecuteOptions;
use snaphook_exec::Conversation;
use tokio_util::sync::CancellationToken;

/// A tool call on its way through the gate.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ToolCall {
    /// The tool.
    pub tool: Arc<str>,
    /// What it is called with.
    pub tool_input: Json,
    /// The id that the model gave the call; else the invocation's id.
    pub tool_use_id: Option<String>,
    /// The MCP server, where the tool is one's.
    pub mcp_server: Option<String>,
    /// How long the tool itself may run.
    pub timeout: Option<Duration>,
    /// Cancelling this ends the call, wherever it is; its post-hooks run.
    pub cancel: Option<CancellationToken>,
    /// What the user and the agent said so far, for hooks that judge by it; else they
    /// have the session's, else its transcript.
    pub conversation: Option<Conversation>,
}

/// Why the fields of an input describe no call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ToolCallError {
    /// No tool is named.
    #[error("the input has no `tool_name`")]
    NoTool,
    /// What the tool is called with cannot be read: nobody may be asked about
    /// another call than the one that is made.
    #[error(
        "the `tool_input` cannot be read: it is nested too deeply, or has a number that is too \
        large"
    )]
    Unreadable,
    /// A key occurs twice in one object: hooks and the tool might read different
    /// values.
    #[error("the input has a duplicate key, so it is not clear which call is meant")]
    Repeated,
}

impl ToolCall {
    /// The call that the fields of an input describe, taken out of them: what is
    /// left is common to all events.
    ///
    /// # Errors
    /// When they describe none that can be decided about.
    pub fn take_from(fields: &mut Fields) -> Result<Self, ToolCallError> {
        if fields.repeated().is_some() {
            return Err(ToolCallError::Repeated);
        }
        let tool = fields.text("tool_name").filter(|tool| !tool.is_empty());
        let tool = tool.ok_or(ToolCallError::NoTool)?;
        let tool_input = match fields.raw("tool_input") {
            None => Json::default(),
            Some(_) => fields.json("tool_input").ok_or(ToolCallError::Unreadable)?,
        };
        let mut call = Self::new(tool.as_ref(), tool_input);
        call.tool_use_id = fields.text("tool_use_id").map(Into::into);
        call.mcp_server = fields.text("mcp_server").map(Into::into);
        for key in ["tool_name", "tool_input", "tool_use_id", "mcp_server"] {
            fields.remove(key);
        }
        Ok(call)
    }

    /// A call of `tool` with `tool_input`.
    #[must_use]
    pub fn new(tool: impl Into<Arc<str>>, tool_input: impl Into<Json>) -> Self {
        Self {
            tool: tool.into(),
            tool_input: tool_input.into(),
            tool_use_id: None,
            mcp_server: None,
            timeout: None,
            cancel: None,
            conversation: None,
        }
    }

    /// A call of a tool of an MCP server: hooks know it as `mcp__server__tool`.
    #[must_use]
    pub fn mcp(server: &str, tool: &str, tool_input: impl Into<Json>) -> Self {
        Self {
            mcp_server: Some(server.to_owned()),
            ..Self::new(mcp_name(server, tool), tool_input)
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

    /// What the user and the agent said so far.
    #[must_use]
    pub fn conversation(mut self, conversation: Conversation) -> Self {
        self.conversation = Some(conversation);
        self
    }

    /// How the events of this call are fired.
    pub(crate) fn options(&self) -> ExecuteOptions {
        ExecuteOptions {
            cancel: self.cancel.clone(),
            conversation: self.conversation.clone(),
        }
    }
}
