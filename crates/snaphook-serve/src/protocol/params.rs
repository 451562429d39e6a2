//! The params of the server's methods.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use snaphook::permission::{Destination, UpdateKind};

use super::function::FunctionParams;
use super::id::Id;

/// The params of `initialize`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitializeParams {
    /// The version of the protocol that the client speaks.
    pub protocol_version: u32,
    /// The client's name and version.
    #[serde(default)]
    pub client: ClientInfo,
    /// The capabilities of the client.
    #[serde(default)]
    pub capabilities: Capabilities,
    /// Hooks in the client's own process, for all its sessions.
    #[serde(default)]
    pub functions: Vec<FunctionParams>,
}

/// A client's name and version.
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

/// The capabilities of a client: what the server may send it.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capabilities {
    /// The client can ask a person: it gets `approval/request`.
    #[serde(default)]
    pub approvals: bool,
    /// The client shows what runs: it gets `hooks/status`.
    #[serde(default)]
    pub status: bool,
    /// The client shows what hooks do: it gets `hooks/progress`.
    #[serde(default)]
    pub progress: bool,
    /// The client gets `settings/changed`.
    #[serde(default)]
    pub settings: bool,
}

/// The params of `hooks/execute`, `hooks/observe` and `hooks/explain`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EventParams<'a> {
    /// The input of the hooks.
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
    /// What the user and the agent said so far, the oldest first: for hooks that a
    /// model judges. Left out, the transcript that the input names is read.
    #[serde(default)]
    pub conversation: Option<Vec<MessageParams>>,
}

/// One message of a conversation.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MessageParams {
    /// Who said it: `user` or `assistant`.
    pub role: String,
    /// What was said.
    pub text: String,
}

/// The params of `hooks/has`.
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

/// The params of `hooks/list`.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListParams {
    /// Only hooks of this event.
    #[serde(default)]
    pub event: Option<String>,
}

/// The empty params of `hooks/reload`.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoParams {}

/// The params of `permissions/authorize`.
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
    /// What the user and the agent said so far, the oldest first: for hooks that a
    /// model judges. Left out, the transcript that the input names is read.
    #[serde(default)]
    pub conversation: Option<Vec<MessageParams>>,
}

/// The params of `session/start`.
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

/// The params of `session/end`.
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

/// The params of `session/addHook`.
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

/// The params of `session/removeHook`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemoveHookParams {
    /// The session.
    pub session_id: String,
    /// The hook.
    pub hook_id: String,
}

/// The params of `session/env`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionEnvParams {
    /// The session.
    pub session_id: String,
}

/// The params of `intent/set`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SetIntentParams {
    /// The session.
    pub session_id: String,
    /// What the agent is about to do; left out when it is done.
    #[serde(default)]
    pub intent: Option<String>,
}

/// The params of `permissions/update`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UpdatePermissionsParams {
    /// The session.
    pub session_id: String,
    /// The change, written like an entry of `updatedPermissions`.
    pub update: SessionUpdateParams,
}

/// A change of the permissions of a session.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionUpdateParams {
    /// What changes.
    #[serde(flatten)]
    pub kind: UpdateKind,
    /// Where it is kept: `session`, or left out.
    #[serde(default)]
    pub destination: Option<Destination>,
}

/// The params of `$/cancel`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CancelParams {
    /// The request.
    pub id: Id,
}

/// The params of `shutdown`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShutdownParams {
    /// How long requests in flight may go on, in milliseconds (0).
    #[serde(default)]
    pub patience_ms: Option<u64>,
}
