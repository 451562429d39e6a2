//! The results of the server's methods.

use std::collections::BTreeMap;

use serde::Serialize;
use snaphook::hook::HookId;
use snaphook::json::Json;
use snaphook::{Diagnostic, Outcome};

use super::hooks::HookListing;
use super::server_messages::NoticeParams;

/// The result of `initialize`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitializeResult {
    /// The version of the protocol that both speak.
    pub protocol_version: u32,
    /// The server's name and version.
    pub server: ServerInfo,
    /// The dialect of inputs.
    pub dialect: &'static str,
    /// The limits of the client.
    pub limits: LimitsResult,
    /// Over HTTP: the id that later requests carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
}

/// The server's name and version.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// The limits of the client.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LimitsResult {
    /// The most bytes of one message.
    pub message_bytes: usize,
    /// The most requests in flight.
    pub requests_in_flight: usize,
    /// The most bytes of all requests in flight.
    pub bytes_in_flight: usize,
}

/// The result of `hooks/execute`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExecuteResult {
    /// The merged outcome of all hooks.
    pub outcome: Outcome,
    /// The text for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_for_model: Option<String>,
    /// The text for the user, where a block concerns only the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_for_user: Option<String>,
    /// The result in the dialect's own shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<Json>,
}

/// The empty result of `hooks/observe`, `shutdown` and others.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmptyResult {}

/// The result of `hooks/has`.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HasResult {
    /// Whether any hook could run.
    pub has: bool,
}

/// The result of `hooks/list`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListResult {
    /// Every configured hook, in the order in which they merge.
    pub hooks: Vec<HookListing>,
    /// The settings that switch hooks off.
    pub switched_off: Vec<String>,
    /// Problems of the configured hooks.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of `session/start`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartResult {
    /// The session's id.
    pub session_id: String,
}

/// The result of `session/end`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndResult {
    /// The notices of background hooks that were not sent.
    pub notices: Vec<NoticeParams>,
}

/// The result of `session/addHook`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddHookResult {
    /// The hook's id in this session.
    pub hook_id: HookId,
}

/// The result of `session/env`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionEnvResult {
    /// The variables that hooks set, for the commands of the agent.
    pub env: BTreeMap<String, String>,
}

/// The result of `session/removeHook`.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemoveHookResult {
    /// Whether the session had a hook of this id.
    pub removed: bool,
}
