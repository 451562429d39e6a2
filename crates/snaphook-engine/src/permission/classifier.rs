//! The host's classifier: it decides in the mode `auto`, and may know that a
//! command only reads.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;
use snaphook_core::json::Json;
use snaphook_core::permission::Behavior;
use snaphook_core::tool::ToolClass;

/// A tool call that a classifier is to judge.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ClassifierCall {
    /// The session's id.
    pub session_id: String,
    /// The tool.
    pub tool_name: String,
    /// What it would be called with.
    pub tool_input: Json,
    /// What it does.
    pub class: ToolClass,
}

impl ClassifierCall {
    /// Describes a call of this tool, which does what `class` says.
    #[must_use]
    pub fn new(
        session_id: impl Into<String>,
        tool_name: impl Into<String>,
        tool_input: Json,
        class: ToolClass,
    ) -> Self {
        Self {
            session_id: session_id.into(),
            tool_name: tool_name.into(),
            tool_input,
            class,
        }
    }
}

/// What a classifier says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classification {
    /// Allow, ask or deny.
    pub behavior: Behavior,
    /// Why.
    pub reason: Option<String>,
}

/// Judges tool calls for the host.
pub trait Classifier: Send + Sync {
    /// Judges a call in the mode `auto`. Nothing: as in the mode `default`.
    fn classify(
        &self,
        call: ClassifierCall,
    ) -> Pin<Box<dyn Future<Output = Option<Classification>> + Send + '_>>;

    /// Whether a command only reads: the mode `plan` lets it run.
    fn is_read_only(&self, tool_name: &str, tool_input: &Value) -> bool {
        let _ = (tool_name, tool_input);
        false
    }
}
