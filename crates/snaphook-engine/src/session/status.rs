//! What is running now, for user interfaces.

use std::time::Instant;

use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, HookId, HookName};

/// A hook that is running.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunningHook {
    /// Which dispatch it belongs to.
    pub dispatch: u64,
    /// Its id.
    pub hook: HookId,
    /// Its name.
    pub name: HookName,
    /// Its event.
    pub event: EventName,
    /// What to show while it runs.
    pub status_message: Option<String>,
    /// Since when.
    pub since: Instant,
    /// Nobody waits for it.
    pub background: bool,
}

impl RunningHook {
    pub(crate) fn new(dispatch: u64, hook: &Hook, background: bool) -> Self {
        Self {
            dispatch,
            hook: hook.id.clone(),
            name: hook.name.clone(),
            event: hook.event.name().clone(),
            status_message: hook.status_message.clone(),
            since: Instant::now(),
            background,
        }
    }
}
