//! How much an engine has to do, for those who count: what runs, and what waits
//! to run. Worked out when somebody asks, so that it costs hooks nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, Weak};

/// What runs now, and what waits to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Load {
    /// Processes of hooks that run, workers among them.
    pub processes: usize,
    /// Hooks that wait for their turn to start a process.
    pub waiting: usize,
    /// Workers.
    pub workers: usize,
    /// Requests that wait for a worker.
    pub worker_requests: usize,
}

/// Processes that are asked again and again, and what waits for them.
pub(crate) trait Pooled: std::fmt::Debug + Send + Sync {
    /// How many there are, and how many requests wait.
    fn load(&self) -> (usize, usize);
}

/// Who can tell how much there is to do.
#[derive(Debug, Default)]
pub(super) struct Loads {
    waiting: AtomicUsize,
    pools: Mutex<Vec<Weak<dyn Pooled>>>,
}

/// Somebody who waits, until this is dropped.
pub(super) struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Loads {
    pub(super) fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(&self.waiting)
    }

    pub(super) fn add(&self, pool: Weak<dyn Pooled>) {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        pools.retain(|pool| pool.strong_count() > 0);
        pools.push(pool);
    }

    pub(super) fn load(&self, processes: usize) -> Load {
        let mut load = Load {
            processes,
            waiting: self.waiting.load(Ordering::Relaxed),
            ..Load::default()
        };
        let pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        for pool in pools.iter().filter_map(Weak::upgrade) {
            let (workers, requests) = pool.load();
            load.workers += workers;
            load.worker_requests += requests;
        }
        load
    }
}
