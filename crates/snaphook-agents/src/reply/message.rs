//! An answer that the agent can honour, ready to be written in its own form.

use serde_json::Value;
use snaphook_core::input::Fields;

use crate::contract::EventContract;

/// What to tell the agent. Only what the event's contract allows is set.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reply {
    /// The event's row.
    pub event: &'static EventContract,
    /// The operation must not happen: why. Never empty.
    pub deny: Option<String>,
    /// The agent has to ask a person: why.
    pub ask: Option<String>,
    /// The call is granted: why.
    pub grant: Option<String>,
    /// The tool input to use, in the agent's own words.
    pub tool_input: Option<Fields>,
    /// The tool result to show.
    pub tool_output: Option<Value>,
    /// Texts for the model.
    pub context: Vec<String>,
    /// The agent must go on instead of stopping: why.
    pub keep_going: Option<String>,
    /// The agent must end: why.
    pub stop: Option<String>,
    /// Texts for the user.
    pub messages: Vec<String>,
    /// Whether a decision stands at the top level, too.
    pub flat: bool,
}

impl Reply {
    /// A reply that says nothing.
    #[must_use]
    pub const fn silent(event: &'static EventContract) -> Self {
        Self {
            event,
            deny: None,
            ask: None,
            grant: None,
            tool_input: None,
            tool_output: None,
            context: Vec::new(),
            keep_going: None,
            stop: None,
            messages: Vec::new(),
            flat: false,
        }
    }

    /// The context as one text.
    pub(crate) fn context_text(&self) -> Option<String> {
        (!self.context.is_empty()).then(|| self.context.join("\n"))
    }

    /// The messages as one text.
    pub(crate) fn message_text(&self) -> Option<String> {
        (!self.messages.is_empty()).then(|| self.messages.join("\n"))
    }

    /// The tool result as text.
    pub(crate) fn output_text(&self) -> Option<String> {
        self.tool_output.as_ref().map(|output| match output {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }
}
