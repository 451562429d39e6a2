//! Hooks of several files, united: the same handler runs once.
//!
//! It runs at the place of the first, with the options of the last; a managed
//! definition's options always hold.

use std::sync::Arc;

use crate::hook::{Hook, Scope};

/// The first hook's place with the other's options.
pub(super) fn united(first: &Arc<Hook>, other: &Arc<Hook>) -> Arc<Hook> {
    Arc::new(Hook {
        id: first.id.clone(),
        matcher: first.matcher.clone(),
        row: first.row,
        source: first.source.clone(),
        ..Hook::clone(other)
    })
}

/// Whose options hold when a later duplicate turns up.
pub(super) fn options_yield(current: Scope, later: Scope) -> bool {
    later == Scope::Managed || current != Scope::Managed
}
