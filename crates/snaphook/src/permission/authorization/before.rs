//! The first step: PreToolUse hooks run, and run again on the tool input as they
//! rewrote it.

use std::sync::LazyLock;

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::hook::HookId;
use snaphook_core::outcome::Outcome;

use super::conclude::tighter;
use super::state::{Authorization, FinalDecision, deciding_hook};
use crate::fire::fire_again;
use crate::permission::decision::{CallDecision, Decider, Stage, Step, StepResult};

static PRE_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PreToolUse"));

/// What PreToolUse hooks decided about an input.
pub(super) struct HookDecision {
    pub(super) decision: Option<PermissionDecision>,
    pub(super) by: Decider,
    pub(super) reason: Option<String>,
}

impl HookDecision {
    pub(super) fn none() -> Self {
        Self {
            decision: None,
            by: Decider::Nobody,
            reason: None,
        }
    }

    fn of(outcome: &Outcome) -> Self {
        Self {
            decision: outcome.permission_decision,
            by: deciding_hook(outcome),
            reason: outcome.permission_decision_reason.clone(),
        }
    }
}

/// Runs the configured hooks, and runs them again on a rewritten input.
pub(super) async fn pre_tool_use(
    authorization: &mut Authorization<'_>,
) -> Result<HookDecision, FinalDecision> {
    if !authorization.session.has(&PRE_TOOL_USE) {
        authorization.session.note_tool_call();
        return Ok(HookDecision::none());
    }
    let outcome = fire(authorization, Stage::PreToolUse, &[]).await?;
    let mut decision = HookDecision::of(&outcome);
    let rewrite = outcome.updated_input.clone();
    authorization.outcomes.push(outcome);
    if let Some(input) = rewrite.filter(|input| *input != authorization.input) {
        authorization.rewrite(input);
        recheck(authorization, &mut decision).await?;
    }
    Ok(decision)
}

/// Runs the hooks on what one of them made of the input. A recheck only tightens the
/// decision: its rewrites and its allow do not count.
pub(super) async fn recheck(
    authorization: &mut Authorization<'_>,
    decision: &mut HookDecision,
) -> Result<(), FinalDecision> {
    if !authorization.session.has(&PRE_TOOL_USE) {
        return Ok(());
    }
    // Hooks that run once per session, and did a moment ago, run again.
    let outcomes = authorization.outcomes.iter();
    let before = outcomes.filter(|outcome| outcome.event.as_str() == PRE_TOOL_USE.as_str());
    let ran = before.flat_map(|outcome| &outcome.hooks);
    let ran: Vec<_> = ran.map(|entry| entry.id.clone()).collect();
    let outcome = fire(authorization, Stage::Recheck, &ran).await?;
    let second = HookDecision::of(&outcome);
    let tightened = tighter(decision.decision, second.decision);
    if tightened != decision.decision {
        *decision = HookDecision {
            decision: tightened,
            ..second
        };
    }
    authorization.outcomes.push(outcome);
    Ok(())
}

/// Fires PreToolUse. The error is the decision, where hooks deny the call or stop
/// the agent.
async fn fire(
    authorization: &mut Authorization<'_>,
    stage: Stage,
    again: &[HookId],
) -> Result<Outcome, FinalDecision> {
    let outcome = fire_again(
        authorization.session,
        &authorization.common,
        &authorization.before(),
        authorization.call.options(),
        again,
    )
    .await;
    let decision = HookDecision::of(&outcome);
    let ended = if outcome.blocked {
        let reason = outcome.block_reason.clone();
        let mut denied = FinalDecision::new(CallDecision::Deny, deciding_hook(&outcome), reason);
        denied.text = outcome.text_for_model();
        Some((StepResult::Deny, denied))
    } else if let Some(reason) = outcome.why_stopped() {
        let by = deciding_hook(&outcome);
        let mut stopped = FinalDecision::new(CallDecision::Deny, by, Some(reason.clone()));
        stopped.text = Some(format!("PreToolUse: a hook stopped the agent: {reason}"));
        Some((StepResult::Stop, stopped))
    } else if authorization.is_cancelled() {
        Some((StepResult::Nothing, authorization.cancelled()))
    } else {
        None
    };
    authorization.steps.push(Step {
        stage,
        result: match (&ended, decision.decision) {
            (Some((result, _)), _) => *result,
            (_, Some(PermissionDecision::Deny)) => StepResult::Deny,
            (_, Some(PermissionDecision::Defer)) => StepResult::Defer,
            (_, Some(PermissionDecision::Ask)) => StepResult::Ask,
            (_, Some(PermissionDecision::Allow)) => StepResult::Allow,
            (_, None) => StepResult::Nothing,
        },
        by: (ended.is_some() || decision.decision.is_some()).then(|| deciding_hook(&outcome)),
        reason: outcome
            .block_reason
            .clone()
            .or_else(|| outcome.why_stopped())
            .or(decision.reason)
            .or_else(|| rewritten_words(&outcome, stage)),
    });
    authorization.note_stop(&outcome);
    match ended {
        None => Ok(outcome),
        Some((_, ended)) => {
            authorization.outcomes.push(outcome);
            Err(ended)
        }
    }
}

fn rewritten_words(outcome: &Outcome, stage: Stage) -> Option<String> {
    let rewrote = outcome.updated_input.is_some() && stage == Stage::PreToolUse;
    rewrote.then(|| "the input was rewritten".to_owned())
}
