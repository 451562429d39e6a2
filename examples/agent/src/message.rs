//! A conversation is a list of these.

use serde::Deserialize;
use serde_json::Value;

/// One message of a conversation.
#[derive(Debug, Clone)]
#[expect(
    dead_code,
    reason = "a provider is sent all of it; the scripted model only looks at texts"
)]
pub enum Message {
    /// What the user says.
    User(String),
    /// What the host and its hooks add for the model.
    Context(String),
    /// What the model answered.
    Assistant {
        text: String,
        tool_calls: Vec<ToolUse>,
    },
    /// What became of a tool call.
    ToolResult {
        call: String,
        text: String,
        is_error: bool,
    },
}

impl Message {
    /// Its text, whoever said it.
    pub fn text(&self) -> &str {
        match self {
            Self::User(text) | Self::Context(text) => text,
            Self::Assistant { text, .. } | Self::ToolResult { text, .. } => text,
        }
    }
}

/// A tool that the model wants to use.
#[derive(Debug, Clone, Deserialize)]
pub struct ToolUse {
    /// The call's id. Providers give one; for a script, the agent does.
    #[serde(skip)]
    pub id: String,
    pub name: String,
    pub input: Value,
}
