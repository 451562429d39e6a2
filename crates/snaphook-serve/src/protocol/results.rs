//! What clients get back.

use serde::Serialize;
use snaphook::hook::HookId;
use snaphook::json::Json;
use snaphook::{Diagnostic, Outcome};

use super::hooks::ListedHook;
use super::said::NoticeParams;

/// Of `initialize`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitializeResult {
    /// The version of the protocol that both speak.
    pub protocol_version: u32,
    /// Who serves.
    pub server: ServerInfo,
    /// Whose words inputs are in.
    pub dialect: &'static str,
    /// What a client must keep to.
    pub limits: LimitsResult,
    /// Over HTTP: the id that later requests carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
}

/// Who serves.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// What a client must keep to.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LimitsResult {
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Requests without an answer.
    pub requests_in_flight: usize,
    /// Bytes of all of them together.
    pub bytes_in_flight: usize,
}

/// Of `hooks/execute`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExecuteResult {
    /// What the hooks had to say, merged.
    pub outcome: Outcome,
    /// The words for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_for_model: Option<String>,
    /// The words for the user, where a block concerns the user alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_for_user: Option<String>,
    /// The result in the dialect's own shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<Json>,
}

/// Of `hooks/observe` and `shutdown`: that it was done.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {}

/// Of `hooks/has`.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HasResult {
    /// Whether any hook could run.
    pub has: bool,
}

/// Of `hooks/list`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListResult {
    /// Every configured hook, in the order in which they merge.
    pub hooks: Vec<ListedHook>,
    /// Who keeps hooks from running.
    pub switched_off: Vec<String>,
    /// What keeps a configured hook from doing what it says.
    pub diagnostics: Vec<Diagnostic>,
}

/// Of `session/start`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StartResult {
    /// The session's id.
    pub session_id: String,
}

/// Of `session/end`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndResult {
    /// What background hooks had to say, and was not sent.
    pub notices: Vec<NoticeParams>,
}

/// Of `session/addHook`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddHookResult {
    /// The hook's id in this session.
    pub hook_id: HookId,
}

/// Of `session/removeHook`.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemoveHookResult {
    /// Whether there was one.
    pub removed: bool,
}
