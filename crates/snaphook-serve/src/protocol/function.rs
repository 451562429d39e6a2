//! A hook that lives in the client's own process, as the client describes it.

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
    pub hook: FunctionDef,
}

/// A function, wherever it is described.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FunctionDef {
    /// What the client calls it: `function/call` names it so.
    pub function: String,
    /// Its name in outcomes; else `function`.
    #[serde(default)]
    pub name: Option<String>,
    /// How long it may take, in seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
    /// What its failure does.
    #[serde(default)]
    pub on_failure: OnFailure,
    /// Remove it after its first successful run.
    #[serde(default)]
    pub once: bool,
    /// What to show while it runs.
    #[serde(default)]
    pub status_message: Option<String>,
    /// It only looks on: people do not count it.
    #[serde(default)]
    pub internal: bool,
}

/// What the failure of a function does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// It is recorded, and the action goes on.
    #[default]
    Continue,
    /// It blocks.
    Block,
}

impl FunctionDef {
    /// Whether the hook of `session/addHook` is a function.
    #[must_use]
    pub fn is_one(hook: &Value) -> bool {
        hook.get("type").and_then(Value::as_str) == Some("function")
    }
}
