//! What a hook prints, and its exit status.

use serde_json::{Map, Value};

use crate::agent::AgentSpec;
use crate::reply::Reply;

/// Writes a reply in an agent's own form.
pub(crate) type ReplyEncoder = fn(&Reply) -> BridgeOutput;

/// What the bridge prints and exits with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BridgeOutput {
    /// Standard output, empty for no opinion.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit status.
    pub exit: u8,
}

impl BridgeOutput {
    /// A JSON object at exit 0; nothing at all where it is empty.
    pub(super) fn json(object: Map<String, Value>) -> Self {
        let stdout = if object.is_empty() {
            String::new()
        } else {
            Value::Object(object).to_string()
        };
        Self {
            stdout,
            ..Self::default()
        }
    }

    /// Exit 2 with words on stderr.
    pub(super) fn exit_two(words: &str) -> Self {
        Self {
            stdout: String::new(),
            stderr: words.to_owned(),
            exit: 2,
        }
    }
}

impl Reply {
    /// Writes the reply as the agent's hooks answer.
    #[must_use]
    pub fn print(&self, agent: &AgentSpec) -> BridgeOutput {
        (agent.encode)(self)
    }
}

/// Sets a key if there is a value.
pub(super) fn put<T: Into<Value>>(object: &mut Map<String, Value>, key: &str, value: Option<T>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value.into());
    }
}

/// A tool input as a value that is written to the digit where JSON numbers allow it.
pub(super) fn input_value(reply: &Reply) -> Option<Value> {
    let input = reply.tool_input.as_ref()?;
    serde_json::from_slice(&input.to_line()).ok()
}
