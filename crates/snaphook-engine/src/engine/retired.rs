//! What the handlers of old settings keep running: it ends when no event works
//! on these settings any more.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use snaphook_exec::HandlerFactory;

use super::snapshot_data::SnapshotData;

/// Factories of settings that were replaced.
#[derive(Default)]
pub(crate) struct RetiredFactories(Mutex<Vec<RetiredSnapshot>>);

struct RetiredSnapshot {
    used_by: Weak<SnapshotData>,
    factories: Vec<Arc<dyn HandlerFactory>>,
}

impl RetiredFactories {
    pub(crate) fn add(&self, old: &Arc<SnapshotData>, new: &SnapshotData) {
        let factories = old.registry.replaced_by(&new.registry);
        if !factories.is_empty() {
            self.lock().push(RetiredSnapshot {
                used_by: Arc::downgrade(old),
                factories,
            });
        }
    }

    /// Ends what nobody uses any more.
    pub(crate) async fn end_unused(&self) {
        let is_unused = |old: &mut RetiredSnapshot| old.used_by.strong_count() == 0;
        let unused: Vec<RetiredSnapshot> = self.lock().extract_if(.., is_unused).collect();
        close(unused).await;
    }

    /// Ends everything.
    pub(crate) async fn end_all(&self) {
        let all = std::mem::take(&mut *self.lock());
        close(all).await;
    }

    /// Held for a few instructions only.
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<RetiredSnapshot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn close(all: Vec<RetiredSnapshot>) {
    for old in all {
        for factory in old.factories {
            factory.close().await;
        }
    }
}
