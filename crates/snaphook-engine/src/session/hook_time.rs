//! How long a session's host has waited for hooks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Adds up the wall time of events, in nanoseconds: five centuries fit.
#[derive(Debug, Default)]
pub(super) struct HookTime(AtomicU64);

impl HookTime {
    pub(super) fn total(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    /// The total; counts anew from here.
    pub(super) fn take(&self) -> Duration {
        Duration::from_nanos(self.0.swap(0, Ordering::Relaxed))
    }

    fn add(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::Relaxed);
    }
}

/// The time of one event. Counted until it is stopped or dropped: also of an
/// event that is given up.
pub(crate) struct EventTimer<'a> {
    time: Option<&'a HookTime>,
    pub(crate) started: Instant,
}

impl<'a> EventTimer<'a> {
    /// Starts now.
    pub(super) fn start(time: Option<&'a HookTime>) -> Self {
        Self {
            time,
            started: Instant::now(),
        }
    }

    /// It is over, since `now`: how long it took.
    pub(crate) fn stop(&mut self, now: Instant) -> Duration {
        let took = now.duration_since(self.started);
        if let Some(time) = self.time.take() {
            time.add(took);
        }
        took
    }
}

impl Drop for EventTimer<'_> {
    fn drop(&mut self) {
        if let Some(time) = self.time {
            time.add(self.started.elapsed());
        }
    }
}
