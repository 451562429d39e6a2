//! A request for approval, as it is kept and shown.

use serde::{Deserialize, Serialize};
use snaphook_core::json::Json;

use crate::answer::{Answerer, AnswererIdentity};
use crate::process::ProcessIdentity;

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ApprovalState {
    /// It waits for an answer.
    Pending,
    /// The call may run.
    Approved,
    /// The call may not run.
    Denied,
    /// A hook's question has its answer.
    Answered,
    /// Nobody answered in time.
    Expired,
    /// The process that asked no longer waits.
    Cancelled,
}

impl ApprovalState {
    /// All states.
    pub const ALL: [Self; 6] = [
        Self::Pending,
        Self::Approved,
        Self::Denied,
        Self::Answered,
        Self::Expired,
        Self::Cancelled,
    ];

    /// The state in one word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Answered => "answered",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// What a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ApprovalKind {
    /// Whether a tool call may run.
    ToolCall,
    /// A question that a hook asks while it runs.
    Question,
    /// Something that an MCP server asks of the user.
    Elicitation,
}

impl ApprovalKind {
    pub(crate) const ALL: [Self; 3] = [Self::ToolCall, Self::Question, Self::Elicitation];

    /// The kind in one word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ToolCall => "toolCall",
            Self::Question => "question",
            Self::Elicitation => "elicitation",
        }
    }
}

/// Who wants a person to decide, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalAsker {
    /// The hook, rule or mode.
    pub name: String,
    /// Its reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a choice does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ChoiceKind {
    /// The call runs, this once.
    AllowOnce,
    /// The call runs, and what the choice describes is allowed in this session.
    AllowSession,
    /// The call runs, and the rule that the choice shows is written into a file.
    AllowRule,
    /// The call does not run; the answer may have words for the model.
    Deny,
    /// The call runs with the input in the answer, after hooks and rules have looked at it.
    Edit,
    /// An answer to a hook's question, or to an elicitation.
    Option,
}

/// What may be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalChoice {
    /// What an answer names: `allow`, `session`, `always`, `deny`, `edit`, or a key of the
    /// question's own.
    pub key: String,
    /// What it does.
    pub kind: ChoiceKind,
    /// What a person sees.
    pub label: String,
    /// More about it: for [`ChoiceKind::AllowRule`] the rule and the file it goes into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl ApprovalChoice {
    /// A choice.
    #[must_use]
    pub fn new(key: &str, kind: ChoiceKind, label: &str) -> Self {
        Self {
            key: key.to_owned(),
            kind,
            label: label.to_owned(),
            description: None,
        }
    }

    /// Allow once and deny: what every tool call offers.
    #[must_use]
    pub fn allow_or_deny() -> Vec<Self> {
        vec![
            Self::new("allow", ChoiceKind::AllowOnce, "Allow once"),
            Self::new("deny", ChoiceKind::Deny, "Deny"),
        ]
    }
}

/// The answer that a request got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GivenAnswer {
    /// The key of the choice.
    pub choice: String,
    /// Who answered: `local:NAME`, `client:NAME`, `token:NAME`, `key:NAME`, `link`.
    pub by: String,
    /// Where: `terminal`, `command line`, `page`, `client`, `link`.
    pub place: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Words for the model, or about the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The input as it was edited, or what an elicitation asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Json>,
}

impl GivenAnswer {
    /// Who answered. Whether a key was really shown is not known here.
    #[must_use]
    pub fn answerer(&self) -> Answerer {
        Answerer::new(AnswererIdentity::read(&self.by), &self.place)
    }
}

/// A request for approval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Approval {
    /// Its id.
    pub id: String,
    /// SHA-256 of `input` in the form of RFC 8785; an answer must echo it.
    pub digest: String,
    /// Raised by every change of any request: see
    /// [`ApprovalStore::changed_since`](crate::ApprovalStore::changed_since).
    pub revision: i64,
    /// What became of it.
    pub state: ApprovalState,
    /// What it is about.
    pub kind: ApprovalKind,
    /// The session.
    pub session: String,
    /// The agent, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The working directory of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The event that asks.
    pub event: String,
    /// The tool, where it is about a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The whole input of the call, without secrets.
    pub input: Json,
    /// How many secrets were taken out of `input`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redacted: u32,
    /// The question in words.
    pub message: String,
    /// Everybody who asks.
    pub asked_by: Vec<ApprovalAsker>,
    /// What may be answered.
    pub choices: Vec<ApprovalChoice>,
    /// When it was asked, in milliseconds since 1970.
    pub created: i64,
    /// When it is denied for want of an answer, in milliseconds since 1970.
    pub expires: i64,
    /// The answer, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<GivenAnswer>,
    /// Why it expired or was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_because: Option<String>,
    /// The process that waits.
    #[serde(skip)]
    pub(crate) process: ProcessIdentity,
    /// The digest of the key that was shown with the answer.
    #[serde(skip)]
    pub(crate) key_digest: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Approval {
    /// The choice of this key.
    #[must_use]
    pub fn choice(&self, key: &str) -> Option<&ApprovalChoice> {
        self.choices.iter().find(|choice| choice.key == key)
    }

    /// Whether it waits for an answer.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.state == ApprovalState::Pending
    }

    /// Whether the process that asks is one of those that started this process: a hook does
    /// not answer for the call that it looks at.
    #[must_use]
    pub fn is_asked_by_ancestor(&self) -> bool {
        self.process.is_ancestor()
    }

    /// How it ended, in words: `approved by local:ann (command line)`.
    #[must_use]
    pub fn ended_in_words(&self) -> String {
        let state = self.state.as_str();
        match (&self.answer, &self.ended_because) {
            (Some(answer), _) => format!("{state} by {} ({})", answer.by, answer.place),
            (None, Some(why)) => format!("{state}: {why}"),
            (None, None) => state.to_owned(),
        }
    }
}

/// A request that is to be kept.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct NewApproval {
    /// What it is about.
    pub kind: ApprovalKind,
    /// The session.
    pub session: String,
    /// The agent, where it is known.
    pub agent: Option<String>,
    /// The working directory of the call.
    pub cwd: Option<String>,
    /// The event that asks.
    pub event: String,
    /// The tool, where it is about a call.
    pub tool: Option<String>,
    /// The input of the call; secrets are taken out before it is kept.
    pub input: Json,
    /// The question in words.
    pub message: String,
    /// Everybody who asks.
    pub asked_by: Vec<ApprovalAsker>,
    /// What may be answered.
    pub choices: Vec<ApprovalChoice>,
    /// How long it waits for an answer.
    pub wait: std::time::Duration,
}

impl NewApproval {
    /// A request about a call of this tool.
    #[must_use]
    pub fn tool_call(session: &str, event: &str, tool: &str, input: Json) -> Self {
        Self {
            tool: Some(tool.to_owned()),
            ..Self::of(ApprovalKind::ToolCall, session, event, input)
        }
    }

    /// A request of this kind, without choices.
    #[must_use]
    pub fn of(kind: ApprovalKind, session: &str, event: &str, input: Json) -> Self {
        Self {
            kind,
            session: session.to_owned(),
            agent: None,
            cwd: None,
            event: event.to_owned(),
            tool: None,
            input,
            message: String::new(),
            asked_by: Vec::new(),
            choices: Vec::new(),
            wait: std::time::Duration::from_secs(60),
        }
    }
}
