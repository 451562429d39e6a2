//! The record of a question: what is asked, who asks, what may be answered.

use snaphook_core::json::Json;
use snaphook_exec::{Question, QuestionRecord};

use crate::approval::{
    Approval, ApprovalAsker, ApprovalChoice, ApprovalKind, ChoiceKind, NewApproval,
};
use crate::error::ApprovalError;

pub(super) const ALLOW: &str = "allow";
pub(super) const ALWAYS: &str = "always";
pub(super) const DENY: &str = "deny";
pub(super) const SESSION: &str = "session";
pub(super) const EDIT: &str = "edit";

/// The event of questions about whether a tool call may run.
const PERMISSION_REQUEST: &str = "PermissionRequest";

/// The record of a question of this session. `edits`: a person may edit the call.
pub(super) fn new_approval(question: &Question, session: &str, edits: bool) -> NewApproval {
    let is_call = !question.of_hook && question.event.as_str() == PERMISSION_REQUEST;
    let kind = match is_call {
        true => ApprovalKind::ToolCall,
        false => ApprovalKind::Question,
    };
    let input = question.tool_input.clone();
    let input = input.unwrap_or_else(|| Json::from(serde_json::json!({})));
    let mut new = NewApproval::of(kind, session, question.event.as_str(), input);
    new.tool.clone_from(&question.tool_name);
    new.message.clone_from(&question.message);
    new.asked_by = askers(question, is_call);
    new.choices = choices(question, is_call, edits);
    new
}

fn askers(question: &Question, is_call: bool) -> Vec<ApprovalAsker> {
    if question.askers.is_empty() {
        return vec![ApprovalAsker {
            name: question.hook.clone(),
            reason: is_call.then(|| question.message.clone()),
        }];
    }
    let askers = question.askers.iter();
    let asker = |one: &snaphook_exec::QuestionAsker| ApprovalAsker {
        name: one.name.clone(),
        reason: one.reason.clone(),
    };
    askers.map(asker).collect()
}

fn choices(question: &Question, is_call: bool, edits: bool) -> Vec<ApprovalChoice> {
    let mut choices: Vec<_> = question
        .options
        .iter()
        .map(|option| ApprovalChoice {
            key: option.key.clone(),
            kind: match (is_call, &*option.key) {
                (true, ALLOW) => ChoiceKind::AllowOnce,
                (true, ALWAYS) => ChoiceKind::AllowRule,
                (true, DENY) => ChoiceKind::Deny,
                _ => ChoiceKind::Option,
            },
            label: option.label.clone(),
            description: option.description.clone(),
        })
        .collect();
    if is_call {
        let label = "Allow this call for the session";
        let session = ApprovalChoice::new(SESSION, ChoiceKind::AllowSession, label);
        choices.push(session);
    }
    if is_call && edits {
        let label = "Allow with an edited input";
        choices.push(ApprovalChoice::new(EDIT, ChoiceKind::Edit, label));
    }
    choices
}

/// What of a record goes with its question.
pub(super) fn record_of(approval: &Approval) -> QuestionRecord {
    QuestionRecord {
        id: approval.id.clone(),
        digest: approval.digest.clone(),
        input: approval.input.clone(),
        redacted: approval.redacted,
        created: approval.created,
        expires: approval.expires,
    }
}

/// Runs what may block on a thread that may wait.
pub(super) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApprovalError> + Send + 'static,
) -> Result<T, ApprovalError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(ApprovalError::Panicked),
    }
}
