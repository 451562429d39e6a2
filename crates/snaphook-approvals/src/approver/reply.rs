//! What an ended record means for who asked.

use snaphook_core::json::Json;
use snaphook_exec::ApprovalReply;

use super::request::{ALLOW, ALWAYS, DENY};
use crate::approval::{Approval, ApprovalKind, ApprovalState, ChoiceKind};
use crate::approvers::Approvers;
use crate::error::ApprovalError;
use crate::shown::with_secrets;

/// The reply to a question about `asked`; `real` is the input with its secrets.
///
/// Who may answer is looked at again: the process that answered may have had other
/// settings.
pub(super) fn reply_of(
    ended: &Result<Approval, ApprovalError>,
    asked: &Approval,
    real: &Json,
    approvers: &Approvers,
) -> ApprovalReply {
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => return ApprovalReply::Denied(format!("the answer was lost: {error}")),
    };
    let no = |words: String| match asked.kind {
        ApprovalKind::ToolCall => ApprovalReply::Denied(words),
        ApprovalKind::Question | ApprovalKind::Elicitation => ApprovalReply::Cancelled,
    };
    let Some(answer) = &ended.answer else {
        let why = ended.ended_because.clone();
        return match ended.state {
            ApprovalState::Expired => no(why.unwrap_or_else(|| "nobody answered".to_owned())),
            _ => ApprovalReply::Cancelled,
        };
    };
    let is_same = ended.kind == asked.kind && ended.tool == asked.tool && ended.cwd == asked.cwd;
    if !is_same || ended.digest != asked.digest || !approvers.accept(ended) {
        let by = format!("{} ({})", answer.by, answer.place);
        return no(format!(
            "the answer of {by} does not count: see `approvers`"
        ));
    }
    let kind = asked.choice(&answer.choice).map(|choice| choice.kind);
    match (ended.state, kind) {
        (ApprovalState::Approved, Some(ChoiceKind::AllowOnce | ChoiceKind::AllowSession)) => {
            ApprovalReply::Selected(ALLOW.to_owned())
        }
        (ApprovalState::Approved, Some(ChoiceKind::AllowRule)) => {
            ApprovalReply::Selected(ALWAYS.to_owned())
        }
        (ApprovalState::Approved, Some(ChoiceKind::Edit)) => {
            let edited = answer.input.as_ref();
            let whole = edited.map(|edited| with_secrets(edited, &asked.input, real));
            match whole {
                Some(Ok(input)) => ApprovalReply::Edited(input),
                Some(Err(why)) => no(format!("the edited input cannot be used: {why}")),
                None => ApprovalReply::Cancelled,
            }
        }
        (ApprovalState::Answered, Some(ChoiceKind::Option)) => {
            ApprovalReply::Selected(answer.choice.clone())
        }
        (ApprovalState::Denied, _) => match &answer.message {
            Some(words) => no(words.clone()),
            None => ApprovalReply::Selected(DENY.to_owned()),
        },
        _ => ApprovalReply::Cancelled,
    }
}
