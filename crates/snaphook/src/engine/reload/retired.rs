//! What the handlers of old settings keep running: it ends when no event works
//! on these settings any more.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use snaphook_exec::HandlerFactory;

use crate::engine::inner::Inner;

/// Factories of settings that were replaced.
#[derive(Default)]
pub(in crate::engine) struct Retired(Mutex<Vec<Old>>);

struct Old {
    used_by: Weak<Inner>,
    factories: Vec<Arc<dyn HandlerFactory>>,
}

impl Retired {
    pub(super) fn add(&self, old: &Arc<Inner>, new: &Inner) {
        let factories = old.registry.replaced_by(&new.registry);
        if !factories.is_empty() {
            self.lock().push(Old {
                used_by: Arc::downgrade(old),
                factories,
            });
        }
    }

    /// Ends what nobody uses any more.
    pub(super) async fn end_unused(&self) {
        let is_unused = |old: &mut Old| old.used_by.strong_count() == 0;
        let unused: Vec<Old> = self.lock().extract_if(.., is_unused).collect();
        close(unused).await;
    }

    /// Ends everything.
    pub(in crate::engine) async fn end_all(&self) {
        let all = std::mem::take(&mut *self.lock());
        close(all).await;
    }

    /// Held for a few instructions only.
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Old>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn close(all: Vec<Old>) {
    for old in all {
        for factory in old.factories {
            factory.close().await;
        }
    }
}
