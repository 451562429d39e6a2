//! Callbacks for every hook that ended, without gaps, for hosts that count.
//! ([`Engine::subscribe`] is for displays, and may skip some.)

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use snaphook_core::event::EventName;
use snaphook_core::outcome::HookEntry;

use snaphook_exec::Load;

use super::handle::Engine;
use crate::session::RunningHook;

type Observer = Arc<dyn Fn(&EventName, &HookEntry) + Send + Sync>;

/// Anyone who wants to know of every hook that ended.
#[derive(Default)]
pub(crate) struct Observers {
    /// Somebody does: asked by every event, so without the lock.
    any: AtomicBool,
    all: RwLock<Vec<Observer>>,
}

impl Observers {
    /// Whether anybody wants to know.
    pub(crate) fn is_any(&self) -> bool {
        self.any.load(Ordering::Acquire)
    }

    /// A hook ended.
    pub(crate) fn ended(&self, event: &EventName, entry: &HookEntry) {
        if !self.is_any() {
            return;
        }
        let observers = self.all.read().unwrap_or_else(PoisonError::into_inner);
        for observer in &*observers {
            observer(event, entry);
        }
    }
}

impl Engine {
    /// Calls `observer` with the event and the entry of every hook that ran to
    /// its end from now on, also in the background, for as long as the engine
    /// lives. It must not block: the hook's event waits for it.
    pub fn on_hook_ended(&self, observer: impl Fn(&EventName, &HookEntry) + Send + Sync + 'static) {
        let observers = &self.shared().observers;
        let mut all = observers
            .all
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        all.push(Arc::new(observer));
        observers.any.store(true, Ordering::Release);
    }

    /// Processes and workers that run now, and what waits for them.
    #[must_use]
    pub fn load(&self) -> Load {
        self.shared().processes.load()
    }

    /// Running hooks, in every session.
    #[must_use]
    pub fn running(&self) -> Vec<RunningHook> {
        self.shared().active()
    }
}
