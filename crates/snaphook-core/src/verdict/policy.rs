//! What a block or a failure does on an event: the middle columns of the
//! event table, carried out.

use super::judge::JudgeContext;
use crate::answer::{ElicitationAction, FailureKind, PermissionDecision, RequestBehavior};
use crate::event::OnBlock;
use crate::hook::HandlerDef;
use crate::merge::{Block, BlockedBy, Effects, Elicited, Permission, Request};

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
            effects.feedback.push(context.said(reason));
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
            effects.request = Some(Request {
                behavior: RequestBehavior::Deny,
                message: Some(reason.clone()),
                interrupt: false,
                by: vec![context.hook.id.clone()],
            });
        }
        OnBlock::Deny => {
            effects.permission = Some(Permission {
                decision: PermissionDecision::Deny,
                reason: Some(reason.clone()),
                by: vec![context.hook.id.clone()],
            });
        }
        OnBlock::Decline => {
            effects.elicitation = Some(Elicited {
                action: ElicitationAction::Decline,
                content: None,
            });
        }
        OnBlock::Block | OnBlock::FailCreation | OnBlock::FailRemoval => {}
    }
    push_block(context, effects, reason, by);
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

/// What a failure does. Returns whether it took effect as a block.
pub(super) fn apply_failure(
    context: &JudgeContext<'_>,
    effects: &mut Effects,
    kind: FailureKind,
    message: &str,
) -> bool {
    // Nobody waits for a cancelled dispatch, and its guards decided nothing:
    // but nothing may go on that a guard did not see.
    let what = match kind {
        FailureKind::Failed => "failed",
        FailureKind::TimedOut => "timed out",
        FailureKind::Cancelled => "was cancelled",
    };
    let name = &context.hook.name;
    let reason = match context.spec.on_block {
        OnBlock::FailCreation | OnBlock::FailRemoval => format!("{name} {what}: {message}"),
        _ if context.hook.is_guard() && context.spec.guards => {
            let blocking = format!("{name} {what}; blocking because onFailure is \"block\"");
            match &context.hook.handler {
                // Nothing ran that could have said why.
                HandlerDef::Unloadable { reason, .. } => format!("{blocking}\n{reason}"),
                _ => blocking,
            }
        }
        _ if context.spec.timeout_blocks && kind == FailureKind::TimedOut => {
            format!("{name} timed out; a timeout blocks {}", context.event)
        }
        _ => return false,
    };
    apply_block(context, effects, reason, BlockedBy::Failure);
    true
}
