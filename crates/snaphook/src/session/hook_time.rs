//! How long a session's host has waited for hooks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Adds up the wall time of events, in nanoseconds: five centuries fit.
#[derive(Debug, Default)]
pub(super) struct HookTime(AtomicU64);

impl HookTime {
    /// Counts until the value is dropped: also of an event that is given up.
    pub(super) fn measure(&self) -> impl Drop + Send {
        Measured {
            time: self,
            started: Instant::now(),
        }
    }

    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    /// The total; counts anew from here.
    pub(super) fn take(&self) -> Duration {
        Duration::from_nanos(self.0.swap(0, Ordering::Relaxed))
    }
}

struct Measured<'a> {
    time: &'a HookTime,
    started: Instant,
}

impl Drop for Measured<'_> {
    fn drop(&mut self) {
        let nanos = u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.time.0.fetch_add(nanos, Ordering::Relaxed);
    }
}
