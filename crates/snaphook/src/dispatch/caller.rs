//! Who fires an event, and what it is for them.

use std::sync::Arc;

use snaphook_core::hook::HookId;

use crate::session::SessionState;

/// Who fires an event.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The session it belongs to.
    pub(crate) session: Option<&'a Arc<SessionState>>,
    /// It is not over before its background hooks are.
    pub(crate) waits: bool,
    /// Its time is time for which the session's host has waited.
    pub(crate) counts: bool,
    /// Hooks that look at the same call again: they run even if they were to run
    /// once.
    pub(crate) again: &'a [HookId],
}

impl Caller<'_> {
    /// An event outside any session.
    pub(crate) const NOBODY: Self = Caller {
        session: None,
        waits: true,
        counts: false,
        again: &[],
    };
}
