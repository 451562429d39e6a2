//! Limits how many processes run, and how many of them start at once.
//!
//! Each process holds files of the host, so their number is limited. A second, lower
//! limit holds during the startup window: a process that has just started uses a
//! processor, and more of those than there are processors slow each other down. A
//! process that still runs after the window mostly waits, for a server or a person.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a process counts as starting: longer than most hooks take.
pub const STARTUP_WINDOW: Duration = Duration::from_millis(20);

/// Permission to run one process, held until the process has ended.
#[derive(Debug)]
pub struct ProcessPermit {
    _running: OwnedSemaphorePermit,
    starting: Option<OwnedSemaphorePermit>,
}

impl ProcessPermit {
    /// Ends the startup window of the process: another one may start.
    pub fn release_startup_permit(&mut self) {
        self.starting = None;
    }
}

/// The permits that there are.
#[derive(Debug)]
pub(super) struct ProcessPermits {
    running: Arc<Semaphore>,
    limit: usize,
    /// Made when the first process starts: counting the processors takes a while.
    starting: OnceLock<Arc<Semaphore>>,
}

impl ProcessPermits {
    /// Allows `limit` processes at once, and as many that start as the machine can
    /// use.
    pub(super) fn new(limit: usize) -> Self {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            running: Arc::new(Semaphore::new(limit)),
            limit,
            starting: OnceLock::new(),
        }
    }

    fn starting(&self) -> Arc<Semaphore> {
        let starting = self.starting.get_or_init(|| {
            // Four for each processor keep it busy, also while some of them wait.
            let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
            Arc::new(Semaphore::new((processors * 4).max(8)))
        });
        Arc::clone(starting)
    }

    /// Takes a permit, if one is free.
    pub(super) fn try_acquire(&self) -> Option<ProcessPermit> {
        let starting = self.starting().try_acquire_owned().ok()?;
        Some(ProcessPermit {
            _running: Arc::clone(&self.running).try_acquire_owned().ok()?,
            starting: Some(starting),
        })
    }

    /// Waits for a permit, first come, first served.
    pub(super) async fn acquire(&self) -> Option<ProcessPermit> {
        // The semaphores are never closed.
        let starting = self.starting().acquire_owned().await.ok()?;
        Some(ProcessPermit {
            _running: Arc::clone(&self.running).acquire_owned().await.ok()?,
            starting: Some(starting),
        })
    }

    /// How many permits are taken.
    pub(super) fn taken(&self) -> usize {
        self.limit.saturating_sub(self.running.available_permits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(limit: usize, starting: usize) -> ProcessPermits {
        ProcessPermits {
            starting: OnceLock::from(Arc::new(Semaphore::new(starting))),
            ..ProcessPermits::new(limit)
        }
    }

    #[test]
    fn a_process_that_stays_lets_others_start() {
        let permits = permits(3, 1);
        let mut first = permits.try_acquire().unwrap();
        assert!(permits.try_acquire().is_none());
        first.release_startup_permit();
        let mut second = permits.try_acquire().unwrap();
        second.release_startup_permit();
        let mut third = permits.try_acquire().unwrap();
        third.release_startup_permit();
        assert_eq!(permits.taken(), 3);
        // The limit of all processes holds after the startup window, too.
        assert!(permits.try_acquire().is_none());
        drop(second);
        drop(third);
        assert_eq!(permits.taken(), 1);
        drop(first);
        assert_eq!(permits.taken(), 0);
    }

    #[tokio::test]
    async fn a_waiting_process_gets_the_permit_of_one_that_ended() {
        let permits = permits(1, 8);
        let first = permits.try_acquire().unwrap();
        assert!(permits.try_acquire().is_none());
        let (second, ()) = tokio::join!(permits.acquire(), async { drop(first) });
        assert!(second.is_some());
        assert_eq!(permits.taken(), 1);
    }
}
