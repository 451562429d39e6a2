//! The named hooks of a gate: they run after configured hooks and rules, and what
//! they ask is put together with what is to be asked anyway.

use snaphook_core::permission::Mode;

use super::approval::PendingApproval;
use super::mode::denied_by_mode;
use super::state::{Authorization, FinalDecision};
use crate::permission::decision::{CallDecision, Decider};
use crate::permission::host_hooks::HostHooksReply;

/// A question that the host's hooks want a person to answer.
pub(super) struct HostQuestion {
    by: Decider,
    reason: Option<String>,
}

/// Runs the host's hooks, if there are any.
pub(super) async fn run(
    authorization: &mut Authorization<'_>,
) -> Result<Option<HostQuestion>, FinalDecision> {
    let Some(hooks) = authorization.host_hooks.as_deref_mut() else {
        return Ok(None);
    };
    let hook = |name: String| Decider::Hook {
        event: "PreToolUse",
        id: None,
        name,
        plugin: None,
        skill: None,
    };
    let reply = hooks.run(&authorization.input, &authorization.steps).await;
    if authorization.is_cancelled() {
        return Err(authorization.cancelled());
    }
    match reply {
        HostHooksReply::Nothing => Ok(None),
        HostHooksReply::Deny { by, reason } => {
            let mut denied = FinalDecision::new(CallDecision::Deny, hook(by), Some(reason.clone()));
            denied.text = Some(reason);
            Err(denied)
        }
        HostHooksReply::Ask { by, reason } => Ok(Some(HostQuestion {
            by: hook(by),
            reason,
        })),
    }
}

/// Adds the question to what is to be asked anyway, so that a person is asked once.
pub(super) fn join(
    authorization: &mut Authorization<'_>,
    judged: Result<PendingApproval, FinalDecision>,
    question: HostQuestion,
) -> Result<PendingApproval, FinalDecision> {
    match judged {
        Ok(mut pending) => {
            let reasons = [pending.reason.take(), question.reason];
            let reasons: Vec<_> = reasons.into_iter().flatten().collect();
            pending.reason = (!reasons.is_empty()).then(|| reasons.join("\n"));
            pending.only_person = true;
            Ok(pending)
        }
        Err(_) if authorization.mode() == Mode::DontAsk => Err(denied_by_mode(authorization)),
        Err(_) => Ok(PendingApproval {
            asker: question.by,
            reason: question.reason,
            asks: Vec::new(),
            suggestions: Vec::new(),
            only_person: true,
        }),
    }
}
