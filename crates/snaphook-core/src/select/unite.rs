//! Hooks of several files, united: the same handler runs once.
//!
//! It runs at the place of the first, with the options of the last. But a copy
//! of lower authority has no say over the options of a higher one: a project
//! that repeats the user's guard must not make it anything less.

use std::sync::Arc;

use crate::hook::{Hook, OnFailure};

/// The first hook's place with the other's options. It belongs to whichever has
/// the higher authority.
pub(super) fn unite_hooks(first: &Arc<Hook>, other: &Arc<Hook>) -> Arc<Hook> {
    let higher = other.source.authority() > first.source.authority();
    Arc::new(Hook {
        id: first.id.clone(),
        matcher: first.matcher.clone(),
        row: first.row,
        source: match higher {
            true => other.source.clone(),
            false => first.source.clone(),
        },
        ..Hook::clone(other)
    })
}

/// The first hook, whose options hold; where its copy is a guard, so is it.
pub(super) fn tighten(first: &Arc<Hook>, copy: &Arc<Hook>) -> Arc<Hook> {
    if first.is_guard() || !copy.is_guard() {
        return Arc::clone(first);
    }
    Arc::new(Hook {
        on_failure: OnFailure::Block,
        observe: false,
        ..Hook::clone(first)
    })
}

/// Whether the options of a later duplicate hold.
pub(super) fn options_yield(current: &Hook, later: &Hook) -> bool {
    later.source.authority() >= current.source.authority()
}
