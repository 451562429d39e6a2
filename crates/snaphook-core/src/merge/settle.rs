//! The conclusions that need all effects at once.

use super::conflict::{Conflict, OnRewriteConflict};
use super::effects::{BlockedBy, Effects, Rewrite, RewriteRank, RewriteTarget};
use crate::answer::{PermissionDecision, RequestBehavior};
use crate::event::{EventSpec, OnBlock};
use crate::json::Json;
use crate::outcome::{Outcome, PermissionRequestOutcome};

/// What the world looked like when the hooks had run.
#[derive(Debug, Clone, Copy, Default)]
pub struct DispatchFacts {
    /// At least one hook ran.
    pub any_ran: bool,
    /// The worktree that was to be removed is gone.
    pub worktree_gone: bool,
    /// What is done where hooks rewrite the tool's input differently.
    pub on_conflict: OnRewriteConflict,
}

/// Writes what the effects of all hooks come to into the outcome.
pub fn settle(spec: &EventSpec, mut effects: Effects, facts: DispatchFacts, outcome: &mut Outcome) {
    if effects.stop.is_some() && spec.stop_clears_block {
        effects.blocks.clear();
    }
    if spec.on_block == OnBlock::FailRemoval && facts.worktree_gone {
        effects.blocks.clear();
    }
    outcome.decided_by = deciders(&effects);
    outcome.blocks = std::mem::take(&mut effects.blocks);
    outcome.blocked = !outcome.blocks.is_empty();
    if outcome.blocked {
        let by_hook = outcome.blocks.iter().any(|b| b.by == BlockedBy::Hook);
        outcome.blocked_by = Some(if by_hook {
            BlockedBy::Hook
        } else {
            BlockedBy::Failure
        });
        let reasons: Vec<_> = outcome.blocks.iter().map(|b| b.reason.as_str()).collect();
        outcome.block_reason = Some(reasons.join("\n"));
    } else if effects.worktree_path.is_none() {
        settle_silence(spec, facts, outcome);
        if let Some(reason) = &mut outcome.block_reason {
            for failure in &effects.creation_failures {
                reason.push('\n');
                reason.push_str(failure);
            }
        }
    }
    let is_denied = effects
        .permission
        .as_ref()
        .is_some_and(|permission| permission.decision == PermissionDecision::Deny);
    if outcome.blocked || is_denied {
        // A refused call is not called, however it was rewritten; a worktree
        // that was not created is nowhere.
        effects
            .rewrites
            .retain(|rewrite| !rewrite.target.is_void_when_blocked());
        // An answer that one hook withholds does not come back by the rewrite of
        // another.
        effects.rewrites.retain(|rewrite| {
            rewrite.target != RewriteTarget::Response || rewrite.rank != RewriteRank::Usual
        });
        effects.updated_permissions.clear();
        if spec.on_block == OnBlock::FailCreation {
            effects.worktree_path = None;
        }
    }

    let inputs = effects.rewrites.iter();
    let mut inputs = inputs.filter(|rewrite| rewrite.target == RewriteTarget::ToolInput);
    outcome.updated_input_by = inputs.next_back().map(|rewrite| rewrite.hook.clone());
    let mut input_conflict = None;
    let mut settled = |target| {
        let (value, conflict) = winner(target, &effects.rewrites)?;
        if let Some(conflict) = conflict {
            outcome.diagnostics.push(conflict.diagnostic());
            if target == RewriteTarget::ToolInput {
                input_conflict = Some(conflict);
            }
        }
        Some(value)
    };
    let updated_input = settled(RewriteTarget::ToolInput);
    let updated_tool_output = settled(RewriteTarget::ToolOutput);
    let updated_prompt = settled(RewriteTarget::Prompt);
    let updated_request = settled(RewriteTarget::Request);
    let updated_response = settled(RewriteTarget::Response);
    outcome.updated_input = updated_input;
    outcome.updated_tool_output = updated_tool_output;
    outcome.updated_prompt = updated_prompt.and_then(|prompt| prompt.as_str().map(str::to_owned));
    outcome.updated_request = updated_request;
    outcome.updated_response = updated_response;
    if let Some(permission) = effects.permission {
        outcome.permission_decision = Some(permission.decision);
        outcome.permission_decision_reason = permission.reason;
    }
    if let Some(request) = effects.request {
        outcome.permission_request = Some(PermissionRequestOutcome {
            behavior: request.behavior,
            updated_input: outcome
                .updated_input
                .clone()
                .filter(|_| request.behavior == RequestBehavior::Allow),
            message: request.message,
            interrupt: request.interrupt,
        });
    }
    if let Some(reason) = effects.stop {
        outcome.go_on = false;
        outcome.stop_reason = reason;
    }
    for update in effects.updated_permissions {
        outcome.updated_permissions.push(update.value);
        outcome.updated_permissions_by.push(update.hook);
    }
    outcome.additional_context = effects.additional_context;
    outcome.classifier_context = effects.classifier_context;
    outcome.feedback_from = effects.feedback;
    outcome.feedback = outcome
        .feedback_from
        .iter()
        .map(|said| said.text.clone())
        .collect();
    outcome.system_messages = effects.system_messages;
    outcome.terminal_sequences = effects.terminal_sequences;
    outcome.initial_user_message = effects.initial_user_message;
    outcome.session_title = effects.session_title;
    outcome.display_content = effects.hidden_message.or(effects.display_content);
    outcome.worktree_path = effects.worktree_path;
    outcome.compact_instructions = (!effects.compact_instructions.is_empty())
        .then(|| effects.compact_instructions.join("\n\n"));
    outcome.watch_paths = effects.watch_paths;
    outcome.reload_skills = effects.reload_skills;
    outcome.retry = effects.retry;
    outcome.suppress_original_prompt = effects.suppress_original_prompt;
    outcome.elicitation = effects.elicitation;
    outcome.spilled = effects.spilled;
    if let Some(conflict) = input_conflict {
        conflict.resolve(facts.on_conflict, outcome);
    }
}

/// Whether it is a failure that no hook says anything on this event.
#[inline]
#[must_use]
pub fn must_speak(spec: &EventSpec) -> bool {
    spec.on_block == OnBlock::FailCreation
}

/// Completes the outcome when no hook has answered anything. It stays as it began,
/// except on an event that needs an answer.
pub fn settle_silence(spec: &EventSpec, facts: DispatchFacts, outcome: &mut Outcome) {
    if must_speak(spec) && facts.any_ran {
        outcome.blocked = true;
        outcome.blocked_by = Some(BlockedBy::Failure);
        outcome.block_reason = Some("no hook gave the path of the worktree".to_owned());
    }
}

/// The hooks that decided: those that blocked (hooks before failures), else
/// those that decided the permission.
fn deciders(effects: &Effects) -> Vec<crate::hook::HookId> {
    let blocked_by = |by: BlockedBy| {
        effects
            .blocks
            .iter()
            .filter(move |block| block.by == by)
            .map(|block| block.hook.clone())
            .collect::<Vec<_>>()
    };
    let candidates = [
        blocked_by(BlockedBy::Hook),
        blocked_by(BlockedBy::Failure),
        effects
            .permission
            .as_ref()
            .map(|p| p.by.clone())
            .unwrap_or_default(),
        effects
            .request
            .as_ref()
            .map(|r| r.by.clone())
            .unwrap_or_default(),
    ];
    candidates
        .into_iter()
        .find(|hooks| !hooks.is_empty())
        .unwrap_or_default()
}

/// The rewrite that counts: of those of the highest rank the last; and the conflict,
/// when lanes disagree.
fn winner(target: RewriteTarget, rewrites: &[Rewrite]) -> Option<(Json, Option<Conflict>)> {
    let about_it = || rewrites.iter().filter(|rewrite| rewrite.target == target);
    let rank = about_it().map(|rewrite| rewrite.rank).max()?;
    let rewrites: Vec<&Rewrite> = about_it().filter(|rewrite| rewrite.rank == rank).collect();
    // Within a lane each rewrite builds on the one before: only its last counts.
    let finals: Vec<&Rewrite> = rewrites
        .iter()
        .enumerate()
        .filter(|(index, rewrite)| {
            !rewrites[index + 1..]
                .iter()
                .any(|later| later.lane == rewrite.lane)
        })
        .map(|(_, rewrite)| *rewrite)
        .collect();
    let last = finals.last()?;
    let others = finals.iter().filter(|one| one.value != last.value);
    let others: Vec<_> = others.map(|rewrite| rewrite.hook.clone()).collect();
    let conflict = (!others.is_empty() && rank != RewriteRank::Withheld).then(|| Conflict {
        target,
        last: last.hook.clone(),
        others,
    });
    Some((last.value.clone(), conflict))
}
