//! The requests and notifications that the server sends, and the clients' answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use snaphook::hook::HookId;
use snaphook::input::Fields;
use snaphook::json::Json;
use snaphook::outcome::HookEntry;
use snaphook::{QuestionAsker, ReplyChoice, RunningHook, SessionNotice};

/// The params of `function/call`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FunctionCallParams<'a> {
    /// The client's key of the function.
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

/// The params of `approval/request`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalParams<'a> {
    /// The session.
    pub session_id: &'a str,
    /// The name of the hook that asks, or of another asker.
    pub hook: &'a str,
    /// The event's canonical name.
    pub event: &'a str,
    /// The tool, where the question is about a tool call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<&'a str>,
    /// The whole input of that tool call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_input: Option<&'a Json>,
    /// What it is about, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<&'a str>,
    /// The question's id.
    pub question_id: &'a str,
    /// The question.
    pub message: &'a str,
    /// The possible answers.
    pub options: Vec<OptionParams<'a>>,
    /// Everybody who asks, with their reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked_by: Vec<AskerParams<'a>>,
    /// The id of the request, where others may answer it, too (`approvals/list`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_id: Option<&'a str>,
    /// The digest of the request: an answer must have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<&'a str>,
    /// The input as others see it, which the digest is of, where secrets were taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown_input: Option<&'a Json>,
    /// When it was asked, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<i64>,
    /// When it counts as denied, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
}

/// One of those who ask.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskerParams<'a> {
    /// The hook, rule or mode.
    pub name: &'a str,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
}

impl<'a> From<&'a QuestionAsker> for AskerParams<'a> {
    fn from(asker: &'a QuestionAsker) -> Self {
        Self {
            name: &asker.name,
            reason: asker.reason.as_deref(),
        }
    }
}

/// A possible answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionParams<'a> {
    /// The key to answer with.
    pub key: &'a str,
    /// What the person sees.
    pub label: &'a str,
    /// More about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<&'a str>,
}

impl<'a> From<&'a ReplyChoice> for OptionParams<'a> {
    fn from(choice: &'a ReplyChoice) -> Self {
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
    /// The digest of the question, where it had one: what was shown to the person.
    #[serde(default)]
    pub digest: Option<String>,
    /// With `deny`: words for the model.
    #[serde(default)]
    pub message: Option<String>,
    /// With `edit`: the whole input to call the tool with.
    #[serde(default)]
    pub input: Option<Json>,
}

/// The params of `$/cancel` from the server.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerCancelParams {
    /// The request of the server that needs no answer any more.
    pub id: i64,
}

/// The params of `hooks/notice`.
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
    /// The text for the model.
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

/// The params of `hooks/status`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatusParams<'a> {
    /// The session.
    pub session_id: &'a str,
    /// All hooks that run in the session now.
    pub running: Vec<RunningParams>,
}

/// A running hook.
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
    /// It runs in the background.
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

/// The params of `hooks/progress`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProgressParams {
    /// The session.
    pub session_id: String,
    /// The event.
    pub event: String,
    /// Hooks of one event have the same number.
    pub dispatch: u64,
    /// The hook's id.
    pub hook: HookId,
    /// Its name.
    pub name: String,
    /// What the hook did.
    #[serde(flatten)]
    pub step: ProgressStep,
}

/// A step of a hook.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ProgressStep {
    /// The hook started.
    Started {
        /// What to show while it runs.
        #[serde(skip_serializing_if = "Option::is_none")]
        status_message: Option<String>,
    },
    /// The hook wrote output.
    Output {
        /// `stdout` or `stderr`.
        stream: &'static str,
        /// The text.
        text: String,
        /// The time since the hook started, in milliseconds.
        elapsed_ms: f64,
    },
    /// The hook finished, or went to the background (status `background`).
    Finished {
        /// How long it ran, in milliseconds.
        elapsed_ms: f64,
        /// Its entry in the outcome.
        entry: Box<HookEntry>,
    },
}

/// An answer as a hook would print it, or `null`.
pub type FunctionCallResult = Option<serde_json::Map<String, Value>>;
