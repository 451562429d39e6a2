//! The sessions of an engine, by id.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::handle::SessionOwner;

/// Sessions that somebody holds.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<HashMap<Arc<str>, Weak<SessionOwner>>>);

impl Sessions {
    /// The session of this id, made if nobody holds one.
    pub(super) fn get_or_make(
        &self,
        id: &str,
        make: impl FnOnce() -> Arc<SessionOwner>,
    ) -> Arc<SessionOwner> {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(owner) = sessions.get(id).and_then(Weak::upgrade) {
            return owner;
        }
        let owner = make();
        sessions.insert(owner.id().clone(), Arc::downgrade(&owner));
        owner
    }

    /// Forgets a session whose last handle is gone.
    pub(super) fn forget(&self, id: &str) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have made a new one of that name in between.
        if sessions
            .get(id)
            .is_some_and(|owner| owner.strong_count() == 0)
        {
            sessions.remove(id);
        }
    }
}
