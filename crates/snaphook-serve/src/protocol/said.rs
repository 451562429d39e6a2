//! What the server says to clients by itself: requests and notifications, and
//! what clients answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use snaphook::hook::HookId;
use snaphook::input::Fields;
use snaphook::{Choice, RunningHook, SessionNotice};

/// Of `function/call`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CallParams<'a> {
    /// What the client calls the function.
    pub function: &'a str,
    /// The hook's name.
    pub name: &'a str,
    /// The session.
    pub session_id: &'a str,
    /// The event's canonical name.
    pub event: &'a str,
    /// The input.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, Value>")
    )]
    pub input: &'a Fields,
}

/// Of `approval/request`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalParams<'a> {
    /// The session.
    pub session_id: &'a str,
    /// The name of the hook that asks, or who else does.
    pub hook: &'a str,
    /// The event's canonical name.
    pub event: &'a str,
    /// What it is about, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<&'a str>,
    /// The question's own id.
    pub question_id: &'a str,
    /// The question.
    pub message: &'a str,
    /// What may be answered.
    pub options: Vec<OptionParams<'a>>,
}

/// One answer to choose.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionParams<'a> {
    /// What is answered.
    pub key: &'a str,
    /// What the person sees.
    pub label: &'a str,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
}

impl<'a> From<&'a Choice> for OptionParams<'a> {
    fn from(choice: &'a Choice) -> Self {
        Self {
            key: &choice.key,
            label: &choice.label,
            description: choice.description.as_deref(),
        }
    }
}

/// The client's answer to `approval/request`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApprovalResult {
    /// The key of the option that was chosen.
    #[serde(default)]
    pub selected: Option<String>,
    /// Nothing was chosen.
    #[serde(default)]
    pub cancelled: bool,
}

/// Of `$/cancel` from the server.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CancelledParams {
    /// The server's request that needs no answer any more.
    pub id: i64,
}

/// Of `hooks/notice`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NoticeParams {
    /// The session.
    pub session_id: String,
    /// The hook's id.
    pub hook: HookId,
    /// Its name.
    pub name: String,
    /// The event it ran on.
    pub event: String,
    /// What it says to the model.
    pub text: String,
    /// It wakes the model at once; else it waits for the next turn.
    pub wake: bool,
    /// What the user sees instead of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

impl NoticeParams {
    /// A notice of this session.
    #[must_use]
    pub fn of(session_id: &str, notice: SessionNotice) -> Self {
        Self {
            session_id: session_id.to_owned(),
            hook: notice.hook,
            name: notice.name.to_string(),
            event: notice.event.to_string(),
            text: notice.text,
            wake: notice.wake,
            summary: notice.summary,
        }
    }
}

/// Of `hooks/status`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatusParams<'a> {
    /// The session.
    pub session_id: &'a str,
    /// Everything that runs in it now.
    pub running: Vec<RunningParams>,
}

/// A hook that runs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunningParams {
    /// Its id.
    pub hook: HookId,
    /// Its name.
    pub name: String,
    /// Its event.
    pub event: String,
    /// What to show while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// Nobody waits for it.
    pub background: bool,
    /// Hooks of one event have the same number.
    pub dispatch: u64,
}

impl From<&RunningHook> for RunningParams {
    fn from(hook: &RunningHook) -> Self {
        Self {
            hook: hook.hook.clone(),
            name: hook.name.to_string(),
            event: hook.event.to_string(),
            status_message: hook.status_message.clone(),
            background: hook.background,
            dispatch: hook.dispatch,
        }
    }
}

/// An answer as a hook would print it, or `null`.
pub type CallResult = Option<serde_json::Map<String, Value>>;
