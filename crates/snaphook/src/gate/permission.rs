//! A configured hook said `ask`: PermissionRequest hooks are asked, then a
//! person. With nobody to ask, ask means deny.

use std::sync::Arc;

use snaphook_core::answer::RequestBehavior;
use snaphook_core::event::EventName;
use snaphook_core::input::typed::PermissionRequest;
use snaphook_exec::{Choice, Question, Reply, about_tool_call};

use super::before::{Asked, refusal_of};
use super::phase;
use super::result::Refusal;
use super::running::Invocation;
use crate::fire::fire;

const EVENT: &str = "PermissionRequest";
/// Who refused, when it was no hook.
const APPROVER: &str = "the approver";

pub(super) async fn settle(invocation: &mut Invocation, reason: Option<String>) -> Asked {
    let typed = PermissionRequest::new(&*invocation.tool, (*invocation.payload).clone());
    let session = invocation.context.session.clone();
    let outcome = fire(&session, &invocation.common, &typed, None).await;
    invocation.take_said(&outcome);
    if outcome.blocked {
        phase::before(invocation.id(), EVENT, "refused");
        return Asked::Refused(refusal_of(&outcome));
    }
    if let Some(request) = outcome.into_merged().permission_request
        && request.behavior == RequestBehavior::Allow
    {
        phase::before(invocation.id(), EVENT, "allowed");
        if let Some(payload) = request.updated_input {
            invocation.payload = Arc::new(payload);
        }
        return Asked::Go;
    }
    let question = Question::new(
        "PreToolUse",
        EventName::Known(EVENT),
        invocation.id().to_string(),
        reason.unwrap_or_else(|| format!("May the agent use {}?", invocation.tool)),
        vec![Choice::new(ALLOW, "Allow"), Choice::new(DENY, "Deny")],
    )
    .about(Some(about_tool_call(&invocation.tool, &invocation.payload)));
    let allowed = says_yes(&invocation.context.ask(question).await);
    let word = if allowed { "allowed" } else { "refused" };
    phase::before(invocation.id(), APPROVER, word);
    if allowed {
        return Asked::Go;
    }
    let reason = match invocation.context.approver {
        Some(_) => "the tool call was not approved",
        None => "the tool call needs approval, and there is nobody to ask",
    };
    Asked::Refused(Refusal {
        by: APPROVER.into(),
        reason: reason.to_owned(),
        text: reason.to_owned(),
    })
}

pub(super) const ALLOW: &str = "allow";
pub(super) const DENY: &str = "deny";

pub(super) fn says_yes(reply: &Reply) -> bool {
    matches!(reply, Reply::Selected(key) if key == ALLOW)
}
