//! Requests for approval: what clients ask for, and what they get.

use serde::{Deserialize, Serialize};
use snaphook::json::Json;
use snaphook_approvals::{Approval, ApprovalAnswer, ApprovalState};

/// The params of `approvals/list`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ListApprovalsParams {
    /// Only requests in this state; left out: those that wait.
    #[serde(default)]
    pub state: Option<ApprovalState>,
    /// Requests in every state.
    #[serde(default)]
    pub all: bool,
    /// Only requests of this session.
    #[serde(default)]
    pub session_id: Option<String>,
    /// At most so many, the newest ones (100).
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The result of `approvals/list` and `approvals/subscribe`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApprovalsResult {
    /// The requests, the newest first.
    pub approvals: Vec<Approval>,
    /// The last change that is in them: a later `approvals/subscribe` may begin there.
    pub revision: i64,
}

/// The params of `approvals/show`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShowApprovalParams {
    /// The request.
    pub id: String,
}

/// The params of `approvals/answer`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerApprovalParams {
    /// The request.
    pub id: String,
    /// The digest of the request: what was shown to the person.
    pub digest: String,
    /// The key of one of the choices.
    pub choice: String,
    /// With `deny`: words for the model.
    #[serde(default)]
    pub message: Option<String>,
    /// With `edit`: the whole input. For an elicitation: what it asks for.
    #[serde(default)]
    pub input: Option<Json>,
    /// The key of who answers, where the setting `approvers` asks for one.
    #[serde(default)]
    pub key: Option<String>,
}

impl From<AnswerApprovalParams> for ApprovalAnswer {
    fn from(params: AnswerApprovalParams) -> Self {
        Self {
            id: params.id,
            digest: params.digest,
            choice: params.choice,
            message: params.message,
            input: params.input,
        }
    }
}

/// The params of `approvals/subscribe`.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubscribeApprovalsParams {
    /// Also send what changed after this revision; left out: what changes from now on.
    #[serde(default)]
    pub since: Option<i64>,
}

/// The result of `approvals/show` and `approvals/answer`, and the params of
/// `approvals/pending` and `approvals/settled`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApprovalResultParams {
    /// The request as it is now.
    pub approval: Approval,
}

/// The params of `approval/answered`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalAnsweredParams<'a> {
    /// The session.
    pub session_id: &'a str,
    /// The question's id.
    pub question_id: &'a str,
    /// The request's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval_id: Option<&'a str>,
    /// Who answered, and what: `approved by local:ann (command line)`.
    pub how: &'a str,
}
