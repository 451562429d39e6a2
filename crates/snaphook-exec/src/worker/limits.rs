//! What a worker may take.

use std::time::Duration;

/// What a worker may take of time and memory before it is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerLimits {
    /// How long it may have nothing to do.
    pub idle: Duration,
    /// Bytes of memory that it, with its children, may hold. It is asked after
    /// its answers; one that holds more gets no further requests, and ends after
    /// its last answer. (Where the operating system tells; today, on Linux.)
    pub memory: u64,
}

impl Default for WorkerLimits {
    /// Five minutes, 512 MiB.
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(5 * 60),
            memory: 512 * 1024 * 1024,
        }
    }
}

/// Whoever does not say how many requests it works on at once, and has not
/// answered one for this long, is taken to work on several.
pub(super) const PATIENCE: Duration = Duration::from_millis(5);

/// The same for one that has not said anything yet: it may still be starting.
pub(super) const START_PATIENCE: Duration = Duration::from_secs(1);

/// A request over which a worker was lost is asked alone, so that it takes no
/// others with it: as long as that takes no longer than this.
pub(super) const ALONE: Duration = Duration::from_millis(50);

/// A request that workers were lost over is given up after so many. (One that
/// may be to blame is asked again once.)
pub(super) const MOST_LOSSES: usize = 5;

/// How many requests are given to one that does not say how many.
pub(super) const MOST_AT_ONCE: usize = 1024;

/// How long a worker may go on with a request that nobody waits for any more.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// The same while others wait for it, and it may be working for them. It is
/// taken to hang when it says nothing at all for this long.
pub(super) const HANG: Duration = Duration::from_secs(5);

/// How long a worker whose stdin was closed may take to end by itself.
pub(super) const FAREWELL: Duration = Duration::from_secs(1);

/// How long what a worker wrote is still read when it has ended: another
/// process may hold its pipes open forever.
pub(super) const AFTER_END: Duration = Duration::from_millis(250);

/// Its memory is looked at after so many answers, or this long after the last
/// look, whichever comes first.
pub(super) const LOOK_AFTER_ANSWERS: u32 = 64;
pub(super) const LOOK_AFTER: Duration = Duration::from_millis(100);
