//! Hooks that are functions in the client's process, as the client describes them.

use serde::Deserialize;
use serde_json::Value;

/// A function among the params of `initialize` and `session/start`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FunctionParams {
    /// The event it answers.
    pub event: String,
    /// What the event's values must match.
    #[serde(default)]
    pub matcher: Option<String>,
    /// The function.
    #[serde(flatten)]
    pub hook: FunctionDefinition,
}

/// The definition of a function hook.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FunctionDefinition {
    /// The client's key of the function, which `function/call` names.
    pub function: String,
    /// Its name in outcomes; by default `function`.
    #[serde(default)]
    pub name: Option<String>,
    /// How long it may take, in seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
    /// What its failure does.
    #[serde(default)]
    pub on_failure: FunctionFailurePolicy,
    /// Remove it after its first successful run.
    #[serde(default)]
    pub once: bool,
    /// What to show while it runs.
    #[serde(default)]
    pub status_message: Option<String>,
    /// It is left out of counts that people see.
    #[serde(default)]
    pub internal: bool,
}

/// What the failure of a function does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FunctionFailurePolicy {
    /// The failure is recorded, and the action goes on.
    #[default]
    Continue,
    /// The failure blocks the action.
    Block,
}

impl FunctionDefinition {
    /// Whether the hook of `session/addHook` is a function.
    #[must_use]
    pub fn is_one(hook: &Value) -> bool {
        hook.get("type").and_then(Value::as_str) == Some("function")
    }
}
