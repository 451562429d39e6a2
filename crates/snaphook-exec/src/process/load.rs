//! How much an engine has to do, for metrics: what runs, and what waits to run. It is
//! computed on request, so that it costs hooks nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, Weak};

/// What runs now, and what waits to run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Load {
    /// Processes of hooks that run, workers among them.
    pub processes: usize,
    /// Hooks that wait for the permit to start a process.
    pub waiting: usize,
    /// Workers.
    pub workers: usize,
    /// Requests waiting for a worker.
    pub worker_requests: usize,
}

/// A pool of processes that answer many requests.
pub(crate) trait LoadSource: std::fmt::Debug + Send + Sync {
    /// The number of its processes, and of the requests that wait for them.
    fn load(&self) -> (usize, usize);
}

/// Everything that is counted for [`Load`].
#[derive(Debug, Default)]
pub(super) struct LoadSources {
    waiting: AtomicUsize,
    pools: Mutex<Vec<Weak<dyn LoadSource>>>,
}

/// Counts a hook that waits, until it is dropped.
pub(super) struct WaitingGuard<'a>(&'a AtomicUsize);

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl LoadSources {
    pub(super) fn wait(&self) -> WaitingGuard<'_> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        WaitingGuard(&self.waiting)
    }

    pub(super) fn add(&self, pool: Weak<dyn LoadSource>) {
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
