//! All workers of one engine, by their commands.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::limits::WorkerLimits;
use super::pool::Pool;
use super::spec::WorkerSpec;
use crate::process::Processes;

/// All workers of one engine.
#[derive(Debug)]
pub(crate) struct Workers {
    limits: WorkerLimits,
    processes: Arc<Processes>,
    tasks: TaskTracker,
    closing: CancellationToken,
    pools: Mutex<HashMap<WorkerSpec, Weak<PoolHandle>>>,
}

/// Hooks hold their pool by this; when the last of them is gone, its workers
/// end.
#[derive(Debug)]
pub(super) struct PoolHandle(Arc<Pool>);

impl Deref for PoolHandle {
    type Target = Arc<Pool>;

    fn deref(&self) -> &Arc<Pool> {
        &self.0
    }
}

impl Drop for PoolHandle {
    fn drop(&mut self) {
        self.0.closing.cancel();
        self.0.close();
    }
}

impl Workers {
    pub(crate) fn new(processes: Arc<Processes>, limits: WorkerLimits) -> Self {
        Self {
            limits,
            processes,
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            pools: Mutex::default(),
        }
    }

    pub(crate) fn limits(&self) -> WorkerLimits {
        self.limits
    }

    /// The workers of a command: those of another hook, if it has the same.
    pub(super) fn pool(&self, spec: WorkerSpec, size: usize) -> Arc<PoolHandle> {
        let mut pools = self.lock();
        let known = pools.get(&spec).and_then(Weak::upgrade);
        let owner = known.unwrap_or_else(|| {
            pools.retain(|_, owner| owner.strong_count() > 0);
            let pool = Arc::new(Pool::new(
                spec.clone(),
                self.limits,
                Arc::clone(&self.processes),
                self.tasks.clone(),
                self.closing.child_token(),
            ));
            let counted: Weak<Pool> = Arc::downgrade(&pool);
            self.processes.count(counted);
            let owner = Arc::new(PoolHandle(pool));
            pools.insert(spec, Arc::downgrade(&owner));
            owner
        });
        drop(pools);
        if self.closing.is_cancelled() {
            owner.close();
        }
        owner.allow(size);
        owner
    }

    /// Ends all workers, and waits until they have ended.
    pub(crate) async fn close(&self) {
        self.closing.cancel();
        let pools: Vec<_> = self.lock().values().filter_map(Weak::upgrade).collect();
        for pool in pools {
            pool.close();
        }
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<WorkerSpec, Weak<PoolHandle>>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
