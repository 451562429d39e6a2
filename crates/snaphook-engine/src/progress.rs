//! What the engine is doing, for those who want to watch.

use std::sync::Arc;

use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, HookId, HookName};
use snaphook_core::outcome::HookEntry;
use snaphook_exec::Stream;

/// One step of one dispatch. Displays subscribe to these and decide nothing.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Progress {
    /// These hooks will run.
    Planned {
        /// Which dispatch.
        dispatch: u64,
        /// Its event.
        event: EventName,
        /// The id of its session, if it belongs to one.
        session_id: Option<Arc<str>>,
        /// The hooks, in configured order.
        hooks: Vec<PlannedHook>,
    },
    /// A hook started.
    Started {
        /// Which dispatch.
        dispatch: u64,
        /// Which hook.
        hook: HookId,
    },
    /// A hook wrote something.
    Output {
        /// Which dispatch.
        dispatch: u64,
        /// Which hook.
        hook: HookId,
        /// To where.
        stream: Stream,
        /// What.
        bytes: Arc<[u8]>,
    },
    /// A hook ended.
    Finished {
        /// Which dispatch.
        dispatch: u64,
        /// What became of it.
        entry: Box<HookEntry>,
    },
}

/// A hook that will run.
#[derive(Debug, Clone)]
pub struct PlannedHook {
    /// Its id.
    pub id: HookId,
    /// Its name.
    pub name: HookName,
    /// What to show while it runs.
    pub status_message: Option<String>,
}

impl From<&Hook> for PlannedHook {
    fn from(hook: &Hook) -> Self {
        Self {
            id: hook.id.clone(),
            name: hook.name.clone(),
            status_message: hook.status_message.clone(),
        }
    }
}
