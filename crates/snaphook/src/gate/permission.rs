//! Whether a call is permitted: by the whole pipeline where the host wants
//! permissions on; else only a hook that says `ask` is heard out.

use std::sync::Arc;

use super::before::{Asked, refusal_of};
use super::call::ToolCall;
use super::phase;
use super::result::Refusal;
use super::running::Invocation;
use crate::permission::{Asking, Decided, Decider, Replied, Requested, authorize};

const EVENT: &str = "PermissionRequest";
/// Who refused, when it was no hook.
const APPROVER: &str = "the approver";

/// Takes the call through the pipeline.
pub(super) async fn authorized(invocation: &mut Invocation) -> Asked {
    let context = Arc::clone(&invocation.context);
    let mut call = ToolCall::new(Arc::clone(&invocation.tool), (*invocation.payload).clone())
        .tool_use_id(invocation.called().id);
    call.mcp_server.clone_from(&invocation.mcp_server);
    let approver = context.approver.clone();
    let decision = authorize(&context.session, &invocation.common, call, approver).await;
    for outcome in &decision.outcomes {
        invocation.take_said(outcome);
    }
    for update in &decision.updates {
        if let Some(why) = &update.why_not {
            invocation.said.for_user.push(why.clone());
        }
    }
    let word = match decision.decision {
        Decided::Allow => "allowed",
        Decided::Deny => "refused",
        Decided::Defer => "deferred",
    };
    phase::before(invocation.id(), "permissions", word);
    let text = decision.text_for_model.unwrap_or_default();
    match decision.decision {
        Decided::Allow => {
            invocation.payload = Arc::new(decision.tool_input);
            Asked::Go
        }
        Decided::Defer => Asked::Deferred(decision.reason),
        Decided::Deny => Asked::Refused(Refusal {
            by: match &decision.by {
                Decider::Hook { name, .. } => name.as_str().into(),
                other => other.to_string().into(),
            },
            reason: decision.reason.unwrap_or_else(|| text.clone()),
            text: match decision.retry {
                true => format!("{text}\nYou may try again."),
                false => text,
            },
        }),
    }
}

/// A configured hook said `ask`: PermissionRequest hooks are asked, then a
/// person. With nobody to ask, ask means deny.
pub(super) async fn settle(invocation: &mut Invocation, reason: Option<String>) -> Asked {
    let context = Arc::clone(&invocation.context);
    let common = Arc::clone(&invocation.common);
    let (tool, input) = (
        Arc::clone(&invocation.tool),
        Arc::clone(&invocation.payload),
    );
    let id = invocation.id().to_string();
    let asking = Asking {
        session: &context.session,
        common: &common,
        tool: &tool,
        input: &input,
        approver: context.approver.as_ref(),
        id: &id,
        asker: "PreToolUse",
        reason: reason.as_deref(),
        suggestions: Vec::new(),
        always: None,
        cancel: None,
    };
    let (outcome, requested) = asking.hooks().await;
    invocation.take_said(&outcome);
    match requested {
        Requested::Deny => {
            phase::before(invocation.id(), EVENT, "refused");
            return Asked::Refused(refusal_of(&outcome));
        }
        Requested::Allow => {
            phase::before(invocation.id(), EVENT, "allowed");
            let request = outcome.into_merged().permission_request;
            if let Some(payload) = request.and_then(|request| request.updated_input) {
                invocation.payload = Arc::new(payload);
            }
            return Asked::Go;
        }
        Requested::Nothing => {}
    }
    let replied = asking.person().await;
    let allowed = matches!(replied, Replied::Yes | Replied::Always);
    let word = if allowed { "allowed" } else { "refused" };
    phase::before(invocation.id(), APPROVER, word);
    if allowed {
        return Asked::Go;
    }
    let reason = match replied {
        Replied::Nobody => "the tool call needs approval, and there is nobody to ask",
        _ => "the tool call was not approved",
    };
    Asked::Refused(Refusal {
        by: APPROVER.into(),
        reason: reason.to_owned(),
        text: reason.to_owned(),
    })
}
