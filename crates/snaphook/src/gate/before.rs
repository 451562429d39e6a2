//! Before the tool runs: configured hooks, then named ones.

use std::sync::{Arc, LazyLock};

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::outcome::Outcome;

use super::hook::{Permit, PreCall, PreHook};
use super::inputs::Before;
use super::permission;
use super::phase;
use super::result::Refusal;
use super::running::{Invocation, Open, run_named};
use crate::fire::fire;

static PRE_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PreToolUse"));

/// Whether the tool runs.
pub(super) enum Asked {
    Go,
    Refused(Refusal),
    Deferred(Option<String>),
}

pub(super) async fn ask(open: &mut Open) -> Asked {
    let invocation = open.invocation_mut();
    let asked = match invocation.permissions {
        // Boxed: what few use should not make every call larger.
        true => Box::pin(permission::authorized(invocation)).await,
        false => configured(invocation).await,
    };
    match asked {
        Asked::Go => {}
        other => return other,
    }
    let hooks = Arc::clone(&invocation.hooks);
    for hook in &hooks.pre {
        if let Some(refusal) = named(invocation, hook).await {
            return Asked::Refused(refusal);
        }
    }
    Asked::Go
}

/// The engine's PreToolUse hooks, if it has any.
async fn configured(invocation: &mut Invocation) -> Asked {
    let session = &invocation.context.session;
    if !session.has(&PRE_TOOL_USE) {
        session.note_tool_call();
        return Asked::Go;
    }
    // Boxed: a dispatch is large, and a call without one should not be.
    Box::pin(ask_engine(invocation)).await
}

async fn ask_engine(invocation: &mut Invocation) -> Asked {
    let session = invocation.context.session.clone();
    let before = Before {
        called: invocation.called(),
        mcp_server: invocation.mcp_server.as_deref(),
    };
    let outcome = fire(&session, &invocation.common, &before, None).await;
    invocation.take_said(&outcome);
    let result = if outcome.blocked {
        "refused"
    } else {
        "allowed"
    };
    phase::before(invocation.id(), PRE_TOOL_USE.as_str(), result);
    if outcome.blocked {
        return Asked::Refused(refusal_of(&outcome));
    }
    if let Some(reason) = &invocation.said.stop {
        // An agent that is to stop starts no tool.
        let text = format!("PreToolUse: a hook stopped the agent: {reason}");
        return Asked::Refused(Refusal {
            by: PRE_TOOL_USE.as_str().into(),
            reason: reason.clone(),
            text,
        });
    }
    let said = outcome.into_merged();
    if let Some(payload) = said.updated_input {
        invocation.payload = Arc::new(payload);
    }
    match said.permission_decision {
        Some(PermissionDecision::Defer) => Asked::Deferred(said.permission_decision_reason),
        Some(PermissionDecision::Ask) => {
            permission::settle(invocation, said.permission_decision_reason).await
        }
        _ => Asked::Go,
    }
}

pub(super) fn refusal_of(outcome: &Outcome) -> Refusal {
    let reason = outcome.block_reason.clone().unwrap_or_default();
    let by = outcome
        .hooks
        .iter()
        .find(|entry| outcome.decided_by.contains(&entry.id))
        .map_or(outcome.event.as_str(), |entry| &entry.name);
    Refusal {
        by: by.into(),
        text: outcome.text_for_model().unwrap_or_else(|| reason.clone()),
        reason,
    }
}

/// A named pre-hook; a refusal, if it refuses.
async fn named(invocation: &mut Invocation, hook: &PreHook) -> Option<Refusal> {
    let call = PreCall {
        context: Arc::clone(&invocation.context),
        tool: Arc::clone(&invocation.tool),
        payload: Arc::clone(&invocation.payload),
        stop: invocation.stop.clone(),
    };
    let answer = run_named(invocation.engine(), hook.timeout, || (hook.body)(call)).await;
    let word = match &answer {
        Ok(Permit::Allow) => "allowed",
        Ok(Permit::Refuse(_)) => "refused",
        Err(_) => "failed",
    };
    phase::before(invocation.id(), &hook.name, word);
    let reason = match answer {
        Ok(Permit::Allow) => return None,
        Ok(Permit::Refuse(reason)) => reason,
        Err(message) => {
            invocation.note_failure(&hook.name, message);
            if !hook.guard {
                return None;
            }
            format!(
                "{} failed; blocking because onFailure is \"block\"",
                hook.name
            )
        }
    };
    Some(Refusal {
        by: Arc::clone(&hook.name),
        text: reason.clone(),
        reason,
    })
}

impl Invocation {
    /// Keeps what an outcome says beside its decision.
    pub(super) fn take_said(&mut self, outcome: &Outcome) {
        let said = &mut self.said;
        said.context.extend_from_slice(&outcome.additional_context);
        said.classifier_context
            .extend_from_slice(&outcome.classifier_context);
        said.for_user.extend_from_slice(&outcome.system_messages);
        if !outcome.go_on && said.stop.is_none() {
            let reason = outcome.stop_reason.clone();
            said.stop = Some(reason.unwrap_or_else(|| "a hook stopped the agent".to_owned()));
        }
    }
}
