//! What makes an outcome stricter after its hooks were merged. Nothing here
//! makes one looser.

use super::result::Outcome;
use crate::answer::{PermissionDecision, RequestBehavior};
use crate::event::OnBlock;
use crate::merge::{Block, BlockedBy};

impl Outcome {
    /// Refuses the tool call that the event is about: what the hook whose rewrite
    /// counts made of it is not a call that anybody can judge.
    pub fn refuse_call(&mut self, reason: String) {
        let by = self.updated_input_by.take();
        let entry = self
            .hooks
            .iter()
            .find(|entry| Some(&entry.id) == by.as_ref());
        let block = entry.map(|entry| Block {
            hook: entry.id.clone(),
            name: entry.name.clone(),
            reason: reason.clone(),
            by: BlockedBy::Hook,
        });
        self.blocked = true;
        self.blocked_by = Some(BlockedBy::Hook);
        self.decided_by = by.into_iter().collect();
        self.blocks = block.into_iter().collect();
        self.block_reason = Some(reason.clone());
        self.updated_input = None;
        self.updated_permissions.clear();
        self.updated_permissions_by.clear();
        if self.spec.on_block == OnBlock::Deny {
            self.permission_decision = Some(PermissionDecision::Deny);
            self.permission_decision_reason = Some(reason.clone());
        }
        if let Some(request) = &mut self.permission_request {
            request.behavior = RequestBehavior::Deny;
            request.updated_input = None;
            request.message = Some(reason);
        }
    }

    /// Takes from a second look at the same call what is stricter than the first:
    /// a block, a stop, a question. An allow and a rewrite of the second count for
    /// nothing.
    pub fn tighten(&mut self, second: Self) {
        self.diagnostics
            .extend(new_of(&self.diagnostics, &second.diagnostics));
        if second.is_silent() {
            return;
        }
        let first = self.permission_decision;
        let asked = second
            .permission_decision
            .filter(|asked| *asked != PermissionDecision::Allow);
        let stricter = asked > first;
        if second.blocked || stricter || !second.go_on {
            self.hooks.extend(second.hooks.iter().cloned());
        }
        if !second.go_on && self.go_on {
            self.go_on = false;
            self.stop_reason.clone_from(&second.stop_reason);
        }
        let more = new_of(&self.additional_context, &second.additional_context);
        self.additional_context.extend(more);
        let more = new_of(&self.system_messages, &second.system_messages);
        self.system_messages.extend(more);
        if second.blocked && !self.blocked {
            self.blocked = true;
            self.blocked_by = second.blocked_by;
            self.block_reason.clone_from(&second.block_reason);
            self.blocks.clone_from(&second.blocks);
            self.updated_input = None;
            self.updated_input_by = None;
        }
        if second.blocked || stricter {
            self.decided_by.clone_from(&second.decided_by);
            self.permission_decision = second.permission_decision;
            self.permission_decision_reason
                .clone_from(&second.permission_decision_reason);
        }
    }
}

/// Those of the second that the first has not.
fn new_of<T: Clone + PartialEq>(first: &[T], second: &[T]) -> Vec<T> {
    let new = second.iter().filter(|one| !first.contains(one));
    new.cloned().collect()
}
