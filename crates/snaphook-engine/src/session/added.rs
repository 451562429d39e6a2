//! The hooks that were added to one session, each by an id of its own.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use snaphook_core::hook::HookId;

use super::hooks::SessionHook;

/// Added hooks, in the order in which they came. Thousands that say the same
/// are added in as many steps: nobody looks through all of them for each.
#[derive(Debug, Default)]
pub(super) struct AddedHooks {
    hooks: Vec<Arc<SessionHook>>,
    ids: HashSet<HookId>,
    /// Up to which number those that say the same have one.
    numbers: HashMap<HookId, usize>,
}

impl AddedHooks {
    /// Adds a hook by its id or, where that is taken, the first numbered one
    /// that is free. `taken` are ids of others.
    pub(super) fn add(&mut self, mut hook: SessionHook, taken: impl Fn(&HookId) -> bool) -> HookId {
        let own = hook.hook.id.clone();
        let is_taken = |id: &HookId| self.ids.contains(id) || taken(id);
        let mut id = own.clone();
        if is_taken(&own) {
            let number = self.numbers.entry(own.clone()).or_insert(1);
            while is_taken(&id) {
                *number += 1;
                id = own.numbered(*number);
            }
            Arc::make_mut(&mut hook.hook).id = id.clone();
        }
        self.ids.insert(id.clone());
        self.hooks.push(Arc::new(hook));
        id
    }

    /// Removes a hook; false when there is none of that id.
    pub(super) fn remove(&mut self, id: &HookId) -> bool {
        if !self.ids.remove(id) {
            return false;
        }
        self.hooks.retain(|hook| hook.hook.id != *id);
        // Its number is free again.
        self.numbers.clear();
        true
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn all(&self) -> &[Arc<SessionHook>] {
        &self.hooks
    }
}
