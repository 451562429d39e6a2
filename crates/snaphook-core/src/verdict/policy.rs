//! What a block or a failure does on an event: the middle columns of the
//! event table, carried out.

use super::judge::JudgeContext;
use crate::answer::{ElicitationAction, FailureKind, PermissionDecision, RequestBehavior};
use crate::event::{OnBlock, OnGuardFailure};
use crate::merge::{
    Block, BlockedBy, Effects, ElicitationAnswer, MergedPermission, RequestAnswer, Rewrite,
    RewriteRank, RewriteTarget,
};

/// Adds what a block with this reason does.
pub(super) fn apply_block(
    context: &JudgeContext<'_>,
    effects: &mut Effects,
    reason: String,
    by: BlockedBy,
) {
    if !context.can_block {
        return;
    }
    match context.spec.on_block {
        OnBlock::Nothing => return,
        OnBlock::Feedback => {
            effects.feedback.push(context.hook_text(reason));
            return;
        }
        OnBlock::Notice => {
            effects.system_messages.push(reason);
            return;
        }
        OnBlock::OnlyGuardsDeny => {
            if by == BlockedBy::Hook {
                return;
            }
            effects.request = Some(denied_request(context, reason.clone()));
        }
        OnBlock::DenyRequest => effects.request = Some(denied_request(context, reason.clone())),
        OnBlock::Deny => effects.permission = Some(deny_permission(context, reason.clone())),
        OnBlock::Decline => {
            effects.elicitation = Some(ElicitationAnswer {
                action: ElicitationAction::Decline,
                content: None,
            });
        }
        OnBlock::Block | OnBlock::FailCreation | OnBlock::FailRemoval => {}
    }
    push_block(context, effects, reason, by);
}

/// A denied permission request, by this hook.
fn denied_request(context: &JudgeContext<'_>, reason: String) -> RequestAnswer {
    RequestAnswer {
        behavior: RequestBehavior::Deny,
        message: Some(reason),
        interrupt: false,
        by: vec![context.hook.id.clone()],
    }
}

/// A deny by this hook.
pub(super) fn deny_permission(context: &JudgeContext<'_>, reason: String) -> MergedPermission {
    MergedPermission {
        decision: PermissionDecision::Deny,
        reason: Some(reason),
        by: vec![context.hook.id.clone()],
    }
}

/// Records a block. One hook blocks once, however often it says so.
pub(super) fn push_block(
    context: &JudgeContext<'_>,
    effects: &mut Effects,
    reason: String,
    by: BlockedBy,
) {
    if effects.blocks.is_empty() {
        effects.blocks.push(Block {
            hook: context.hook.id.clone(),
            name: context.hook.name.clone(),
            reason,
            by,
        });
    }
}

/// Applies a failure. `details` are the hook's own words about it, for the person
/// who fixes it. Returns whether the failure took effect.
pub(super) fn apply_failure(
    context: &JudgeContext<'_>,
    effects: &mut Effects,
    kind: FailureKind,
    details: &str,
) -> bool {
    // The caller of a cancelled dispatch is gone, and its guards decided nothing:
    // but nothing may go on that a guard did not see.
    let what = match kind {
        FailureKind::Failed => "failed",
        FailureKind::TimedOut => "timed out",
        FailureKind::Cancelled => "was cancelled",
    };
    let spec = context.spec;
    let name = &context.hook.name;
    let guards = context.hook.blocks_on_failure() && spec.guards;
    let reason = if guards && spec.guards_nothing() {
        format!("{name} {what}; onFailure is \"block\", but nothing can be blocked here")
    } else if guards {
        format!("{name} {what}; blocking because onFailure is \"block\"")
    } else if spec.on_block == OnBlock::FailRemoval {
        format!("{name} {what}")
    } else if spec.timeout_blocks && kind == FailureKind::TimedOut {
        format!("{name} timed out; a timeout blocks {}", context.event)
    } else {
        if spec.on_block == OnBlock::FailCreation {
            // It counts where no other hook made the worktree.
            let failure = format!("{name} {what}: {details}");
            effects.creation_failures.push(failure);
        }
        return false;
    };
    // Of one that could not be loaded, nothing ran that could have said why.
    let details = context.hook.handler.why_unloadable().unwrap_or(details);
    let reason = match details.trim() {
        "" => reason,
        details => format!("{reason}\n{details}"),
    };
    apply_block(context, effects, reason.clone(), BlockedBy::Failure);
    if guards && context.can_block {
        withhold(context, effects, what, reason);
    }
    true
}

/// Keeps back what a guard should have looked at.
fn withhold(context: &JudgeContext<'_>, effects: &mut Effects, what: &str, reason: String) {
    let name = &context.hook.name;
    let withheld = |subject: &str, more: &str| {
        format!("{subject} is withheld: {name} {what}, and its onFailure is \"block\"{more}")
    };
    let mut replace = |target, line: String| {
        effects.rewrites.push(Rewrite {
            hook: context.hook.id.clone(),
            lane: context.lane,
            target,
            rank: RewriteRank::Withheld,
            value: serde_json::Value::String(line).into(),
        });
    };
    match context.spec.on_guard_failure {
        OnGuardFailure::AsExit2 => {}
        OnGuardFailure::WithholdOutput => {
            let line = withheld("the tool's output", "; the tool did run");
            replace(RewriteTarget::ToolOutput, line);
        }
        OnGuardFailure::WithholdResponse => {
            replace(RewriteTarget::Response, withheld("the model's answer", ""));
        }
        OnGuardFailure::HideMessage => {
            effects.hidden_message = Some(withheld("this text", ""));
        }
        OnGuardFailure::StopSession => effects.stop = Some(Some(reason)),
    }
}
