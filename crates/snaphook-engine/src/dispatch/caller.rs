//! Who fires an event, and what it is for them.

use std::ops::Deref;
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

/// The session of an event.
pub(super) enum EventSession<'a> {
    /// The caller's.
    Caller(&'a Arc<SessionState>),
    /// Outside any: one for this event alone. Its background hooks end when
    /// nobody waits for the event any more.
    Own(Arc<SessionState>),
}

impl<'a> EventSession<'a> {
    pub(super) fn of(caller: Caller<'a>) -> Self {
        match caller.session {
            Some(session) => Self::Caller(session),
            None => Self::Own(Arc::default()),
        }
    }
}

impl Deref for EventSession<'_> {
    type Target = Arc<SessionState>;

    fn deref(&self) -> &Arc<SessionState> {
        match self {
            Self::Caller(session) => session,
            Self::Own(session) => session,
        }
    }
}

impl Drop for EventSession<'_> {
    fn drop(&mut self) {
        if let Self::Own(session) = self {
            session.close();
        }
    }
}
