//! What clients send with their requests.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::function::FunctionParams;
use super::id::Id;

/// Of `initialize`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitializeParams {
    /// The version of the protocol that the client speaks.
    pub protocol_version: u32,
    /// Who the client is.
    #[serde(default)]
    pub client: ClientInfo,
    /// What the client can do.
    #[serde(default)]
    pub capabilities: Capabilities,
    /// Hooks in the client's own process, for all its sessions.
    #[serde(default)]
    pub functions: Vec<FunctionParams>,
}

/// Who a client is.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientInfo {
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: Option<String>,
}

/// What a client can do, and so wants to hear of.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capabilities {
    /// It can ask a person: `approval/request`.
    #[serde(default)]
    pub approvals: bool,
    /// It shows what runs: `hooks/status`.
    #[serde(default)]
    pub status: bool,
    /// It wants to know of changed settings: `settings/changed`.
    #[serde(default)]
    pub settings: bool,
}

/// Of `hooks/execute`, `hooks/observe` and `hooks/explain`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EventParams<'a> {
    /// What hooks read.
    #[serde(borrow)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Value>")
    )]
    pub input: &'a RawValue,
    /// The event; may be left out when the input has `hook_event_name`.
    #[serde(borrow, default)]
    pub event: Option<Cow<'a, str>>,
    /// The session it belongs to; else the one that the input names, if this
    /// client has started it.
    #[serde(borrow, default)]
    pub session_id: Option<Cow<'a, str>>,
    /// Only `hooks/execute`: wait for background hooks, too. Outside a session
    /// they always are waited for.
    #[serde(default)]
    pub wait: bool,
    /// Only `hooks/execute`: add the result in the dialect's own shape.
    #[serde(default)]
    pub native: bool,
}

/// Of `hooks/has`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HasParams {
    /// The event.
    pub event: String,
    /// The session whose own hooks count, too.
    #[serde(default)]
    pub session_id: Option<String>,
}

/// Of `hooks/list`.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListParams {
    /// Only hooks of this event.
    #[serde(default)]
    pub event: Option<String>,
}

/// Of `hooks/reload`: nothing.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoParams {}

/// Of `permissions/authorize`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuthorizeParams<'a> {
    /// The tool call, as the input of a PreToolUse.
    #[serde(borrow)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Value>")
    )]
    pub input: &'a RawValue,
    /// The session it belongs to.
    #[serde(borrow, default)]
    pub session_id: Option<Cow<'a, str>>,
}

/// Of `session/start`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartParams {
    /// Its id; without one, a new one is made.
    #[serde(default)]
    pub session_id: Option<String>,
    /// Its working directory, for inputs that have none.
    #[serde(default)]
    pub cwd: Option<String>,
    /// Hooks in the client's own process, for this session.
    #[serde(default)]
    pub functions: Vec<FunctionParams>,
}

/// Of `session/end`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EndParams {
    /// The session.
    pub session_id: String,
    /// How long its background hooks may go on, in milliseconds (1000).
    #[serde(default)]
    pub patience_ms: Option<u64>,
}

/// Of `session/addHook`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddHookParams {
    /// The session.
    pub session_id: String,
    /// The event.
    pub event: String,
    /// What its values must match.
    #[serde(default)]
    pub matcher: Option<String>,
    /// The hook, as in settings, or a function.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Value>")
    )]
    pub hook: Value,
}

/// Of `session/removeHook`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemoveHookParams {
    /// The session.
    pub session_id: String,
    /// The hook.
    pub hook_id: String,
}

/// Of `$/cancel`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CancelParams {
    /// The request.
    pub id: Id,
}

/// Of `shutdown`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShutdownParams {
    /// How long requests in flight may go on, in milliseconds (0).
    #[serde(default)]
    pub patience_ms: Option<u64>,
}
