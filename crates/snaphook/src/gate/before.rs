//! Before the tool runs: configured hooks, rules where the host wants them, then
//! the named hooks, and last a person. One way for every call, that of
//! [`permission`](crate::permission).

use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use snaphook_core::event::Event;
use snaphook_core::input::names_a_tool;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

use super::hook::{Permit, PreCall, PreHook};
use super::phase;
use super::result::Denial;
use super::running::{Invocation, OpenInvocation, run_named};
use crate::permission::{
    AuthorizationRequest, CallDecision, Decider, Decision, HostHooks, HostHooksReply, Stage, Step,
    StepResult, authorize,
};
use crate::tool_call::ToolCall;

static PRE_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PreToolUse"));

/// Whether the tool runs.
pub(super) enum CallPermission {
    Allowed,
    Denied(Denial),
    Deferred(Option<String>),
}

pub(super) async fn ask(open: &mut OpenInvocation) -> CallPermission {
    let invocation = open.invocation_mut();
    let session = &invocation.context.session;
    // A closed engine has something to say, too.
    let nobody_looks =
        !invocation.permissions && invocation.hooks.pre.is_empty() && !session.has(&PRE_TOOL_USE);
    if nobody_looks && names_a_tool(&invocation.tool) {
        session.note_tool_call();
        return CallPermission::Allowed;
    }
    // Boxed: what few use should not make every call larger.
    Box::pin(decided(invocation)).await
}

/// Takes the call through the pipeline.
async fn decided(invocation: &mut Invocation) -> CallPermission {
    let context = Arc::clone(&invocation.context);
    let common = Arc::clone(&invocation.common);
    let mut call = ToolCall::new(
        Arc::clone(&invocation.tool),
        (*invocation.tool_input).clone(),
    )
    .tool_use_id(invocation.called().id);
    call.mcp_server.clone_from(&invocation.mcp_server);
    call.conversation.clone_from(&invocation.conversation);
    let rules = invocation.permissions;
    let mut named = NamedHooks {
        told: 0,
        invocation,
    };
    let decision = authorize(AuthorizationRequest {
        session: &context.session,
        common: &common,
        call,
        approver: context.approver.clone(),
        rules,
        host_hooks: Some(&mut named),
    })
    .await;
    named.report(&decision.steps);
    settled(invocation, decision)
}

fn settled(invocation: &mut Invocation, decision: Decision) -> CallPermission {
    for outcome in &decision.outcomes {
        invocation.take_said(outcome);
    }
    for update in &decision.updates {
        if let Some(why) = &update.why_not {
            invocation.said.texts_for_user.push(why.clone());
        }
    }
    if invocation.permissions {
        let word = match decision.decision {
            CallDecision::Allow => "allowed",
            CallDecision::Deny => "refused",
            CallDecision::Defer => "deferred",
        };
        phase::before(invocation.id(), "permissions", word);
    }
    let text = decision.text_for_model.unwrap_or_default();
    let not_approved = match decision.by {
        Decider::Approver => Some("the tool call was not approved"),
        Decider::Nobody => Some("the tool call needs approval, and there is nobody to ask"),
        _ => None,
    };
    match decision.decision {
        CallDecision::Allow => {
            if decision.rewritten {
                invocation.tool_input = Arc::new(decision.tool_input);
            }
            CallPermission::Allowed
        }
        CallDecision::Defer => CallPermission::Deferred(decision.reason),
        CallDecision::Deny if !invocation.permissions && not_approved.is_some() => {
            let said = not_approved.unwrap_or_default();
            // A person's own words are for the model, too.
            let reason = match decision.reason.filter(|_| decision.by == Decider::Approver) {
                Some(words) => format!("{said}: {words}"),
                None => said.to_owned(),
            };
            CallPermission::Denied(Denial {
                by: Decider::Approver.to_string().into(),
                text: reason.clone(),
                reason,
            })
        }
        CallDecision::Deny => CallPermission::Denied(Denial {
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

/// The named hooks of an invocation, as the pipeline asks them.
struct NamedHooks<'a> {
    invocation: &'a mut Invocation,
    /// How many steps of the way were told of.
    told: usize,
}

impl HostHooks for NamedHooks<'_> {
    fn run<'a>(
        &'a mut self,
        input: &'a Json,
        so_far: &'a [Step],
    ) -> Pin<Box<dyn Future<Output = HostHooksReply> + Send + 'a>> {
        Box::pin(async move {
            self.report(so_far);
            if *self.invocation.tool_input != *input {
                self.invocation.tool_input = Arc::new(input.clone());
            }
            let hooks = Arc::clone(&self.invocation.hooks);
            let mut asked: Option<(String, Vec<String>)> = None;
            for hook in &hooks.pre {
                match named(self.invocation, hook).await {
                    Permit::Allow => {}
                    Permit::Deny(reason) => {
                        let by = hook.name.to_string();
                        return HostHooksReply::Deny { by, reason };
                    }
                    Permit::Ask(reason) => {
                        let asked = asked.get_or_insert((hook.name.to_string(), Vec::new()));
                        asked.1.extend(reason);
                    }
                }
            }
            match asked {
                None => HostHooksReply::Nothing,
                Some((by, reasons)) => HostHooksReply::Ask {
                    by,
                    reason: (!reasons.is_empty()).then(|| reasons.join("\n")),
                },
            }
        })
    }
}

impl NamedHooks<'_> {
    /// Reports the steps that were not reported yet.
    fn report(&mut self, steps: &[Step]) {
        for step in steps.get(self.told..).unwrap_or_default() {
            let who = match step.stage {
                Stage::PreToolUse | Stage::Recheck => "PreToolUse",
                Stage::PermissionRequest => "PermissionRequest",
                Stage::Approver => "the approver",
                _ => continue,
            };
            let word = match step.result {
                StepResult::Deny | StepResult::Stop => "refused",
                _ => "allowed",
            };
            phase::before(self.invocation.id(), who, word);
        }
        self.told = self.told.max(steps.len());
    }
}

/// What a named pre-hook says.
async fn named(invocation: &mut Invocation, hook: &PreHook) -> Permit {
    let call = PreCall {
        context: Arc::clone(&invocation.context),
        tool: Arc::clone(&invocation.tool),
        tool_input: Arc::clone(&invocation.tool_input),
        stop: invocation.stop.clone(),
    };
    let answer = run_named(invocation.engine(), hook.timeout, || (hook.body)(call)).await;
    let word = match &answer {
        Ok(Permit::Allow) => "allowed",
        Ok(Permit::Deny(_)) => "refused",
        Ok(Permit::Ask(_)) => "asks",
        Err(_) => "failed",
    };
    phase::before(invocation.id(), &hook.name, word);
    match answer {
        Ok(permit) => permit,
        Err(error) => {
            invocation.note_failure(&hook.name, error.to_string());
            match hook.guard {
                false => Permit::Allow,
                true => Permit::Deny(format!(
                    "{} failed; blocking because onFailure is \"block\"",
                    hook.name
                )),
            }
        }
    }
}

impl Invocation {
    /// Keeps what an outcome says beside its decision. What hooks say again when
    /// they look at a rewritten call is kept once.
    pub(super) fn take_said(&mut self, outcome: &Outcome) {
        let said = &mut self.said;
        add_new(&mut said.context, &outcome.additional_context);
        add_new(&mut said.classifier_context, &outcome.classifier_context);
        add_new(&mut said.texts_for_user, &outcome.system_messages);
        said.stop = said.stop.take().or_else(|| outcome.why_stopped());
    }
}

/// Adds the texts that were not there before.
fn add_new(texts: &mut Vec<String>, more: &[String]) {
    let before = texts.len();
    for text in more {
        if !texts[..before].contains(text) {
            texts.push(text.clone());
        }
    }
}
