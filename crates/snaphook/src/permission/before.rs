//! The first step: PreToolUse hooks, and once more on what they made of the
//! input.

use std::sync::LazyLock;

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::hook::HookId;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

use super::conclude::tighter;
use super::decision::{Decided, Decider, Stage, Step, StepResult};
use super::way::{End, Way, deciding_hook};
use crate::fire::fire_again;
use crate::gate::inputs::{Before, Called};

static PRE_TOOL_USE: LazyLock<Event> = LazyLock::new(|| Event::resolve("PreToolUse"));

/// What PreToolUse hooks said of an input.
pub(super) struct HookSaid {
    pub(super) decision: Option<PermissionDecision>,
    pub(super) by: Decider,
    pub(super) reason: Option<String>,
}

impl HookSaid {
    pub(super) fn nothing() -> Self {
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

impl Way<'_> {
    /// The configured hooks, and once more on what they made of the input.
    pub(super) async fn pre_tool_use(&mut self) -> Result<HookSaid, End> {
        if !self.session.has(&PRE_TOOL_USE) {
            self.session.note_tool_call();
            return Ok(HookSaid::nothing());
        }
        let outcome = self.fire_before(Stage::PreToolUse, &[]).await?;
        let mut said = HookSaid::of(&outcome);
        let rewrite = outcome.updated_input.clone();
        self.outcomes.push(outcome);
        if let Some(input) = rewrite.filter(|input| *input != self.input) {
            self.rewrite(input);
            self.recheck(&mut said).await?;
        }
        Ok(said)
    }

    pub(super) fn rewrite(&mut self, input: Json) {
        self.input = input;
        self.rewritten = true;
    }

    /// Hooks that have not seen what another made of the input see it now. What
    /// they rewrite this time does not count, nor that they would allow it.
    pub(super) async fn recheck(&mut self, said: &mut HookSaid) -> Result<(), End> {
        if !self.session.has(&PRE_TOOL_USE) {
            return Ok(());
        }
        // Also those that were to run once, and did a moment ago.
        let outcomes = self.outcomes.iter();
        let before = outcomes.filter(|outcome| outcome.event.as_str() == PRE_TOOL_USE.as_str());
        let ran = before.flat_map(|outcome| &outcome.hooks);
        let ran: Vec<_> = ran.map(|entry| entry.id.clone()).collect();
        let outcome = self.fire_before(Stage::Recheck, &ran).await?;
        let second = HookSaid::of(&outcome);
        let tightened = tighter(said.decision, second.decision);
        if tightened != said.decision {
            *said = HookSaid {
                decision: tightened,
                ..second
            };
        }
        self.outcomes.push(outcome);
        Ok(())
    }

    /// What hooks are told of the call, as it is by now.
    pub(super) fn before(&self) -> Before<'_> {
        Before {
            called: Called {
                tool: &self.call.tool,
                payload: &self.input,
                id: self.id.as_str().into(),
            },
            mcp_server: self.call.mcp_server.as_deref(),
        }
    }

    /// Fires PreToolUse; the end of the way, if it is refused or stopped.
    async fn fire_before(&mut self, stage: Stage, again: &[HookId]) -> Result<Outcome, End> {
        let cancel = self.call.cancel.clone();
        let outcome = fire_again(self.session, &self.common, &self.before(), cancel, again).await;
        let said = HookSaid::of(&outcome);
        let end = |result, end: End| (result, end);
        let ended = if outcome.blocked {
            let mut refused = End::new(
                Decided::Deny,
                deciding_hook(&outcome),
                outcome.block_reason.clone(),
            );
            refused.text = outcome.text_for_model();
            Some(end(StepResult::Deny, refused))
        } else if let Some(reason) = outcome.why_stopped() {
            let mut stopped =
                End::new(Decided::Deny, deciding_hook(&outcome), Some(reason.clone()));
            stopped.text = Some(format!("PreToolUse: a hook stopped the agent: {reason}"));
            Some(end(StepResult::Stop, stopped))
        } else if self.is_cancelled() {
            Some(end(StepResult::Nothing, self.cancelled()))
        } else {
            None
        };
        self.steps.push(Step {
            stage,
            result: match (&ended, said.decision) {
                (Some((result, _)), _) => *result,
                (_, Some(PermissionDecision::Deny)) => StepResult::Deny,
                (_, Some(PermissionDecision::Defer)) => StepResult::Defer,
                (_, Some(PermissionDecision::Ask)) => StepResult::Ask,
                (_, Some(PermissionDecision::Allow)) => StepResult::Allow,
                (_, None) => StepResult::Nothing,
            },
            by: (ended.is_some() || said.decision.is_some()).then(|| deciding_hook(&outcome)),
            reason: outcome
                .block_reason
                .clone()
                .or_else(|| outcome.why_stopped())
                .or(said.reason)
                .or_else(|| rewritten_words(&outcome, stage)),
        });
        self.note_stop(&outcome);
        match ended {
            None => Ok(outcome),
            Some((_, ended)) => {
                self.outcomes.push(outcome);
                Err(ended)
            }
        }
    }
}

fn rewritten_words(outcome: &Outcome, stage: Stage) -> Option<String> {
    let rewrote = outcome.updated_input.is_some() && stage == Stage::PreToolUse;
    rewrote.then(|| "the input was rewritten".to_owned())
}
