//! How much time and memory a worker may use.

use std::time::Duration;

/// How much time and memory a worker may use before it is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerLimits {
    /// How long a worker may be idle.
    pub idle: Duration,
    /// Bytes of memory that a worker and its children may hold. This is checked
    /// after its answers, on Linux; a worker that holds more gets no further
    /// requests, and ends after its last answer.
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

/// A worker that does not announce how many requests it handles at once gets the
/// next one when it has not answered for this long.
pub(super) const PATIENCE: Duration = Duration::from_millis(5);

/// A worker that has not written anything yet gets the next request only after
/// this long: it may still be starting.
pub(super) const START_PATIENCE: Duration = Duration::from_secs(1);

/// How long a request that lost a worker waits for an idle worker. It is retried
/// alone, so that it takes no others with it if it ends that worker, too.
pub(super) const ALONE: Duration = Duration::from_millis(50);

/// A request fails after it lost this many workers. (One that may have ended a
/// worker itself is retried once.)
pub(super) const MOST_LOSSES: usize = 5;

/// How many requests a worker gets at once that does not announce a number.
pub(super) const MOST_AT_ONCE: usize = 1024;

/// How long a worker may go on with an abandoned request.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// How long a worker may go on with an abandoned request while it has others,
/// which it may be working on. It hangs when it writes nothing for this long.
pub(super) const HANG: Duration = Duration::from_secs(5);

/// How long a worker may take to end by itself after its stdin was closed.
pub(super) const FAREWELL: Duration = Duration::from_secs(1);

/// How long the output of a worker is read after it has ended: another process may
/// hold its pipes open forever.
pub(super) const AFTER_END: Duration = Duration::from_millis(250);

/// The memory of a worker is checked after this many answers, or this long after
/// the last check, whichever comes first.
pub(super) const LOOK_AFTER_ANSWERS: u32 = 64;
pub(super) const LOOK_AFTER: Duration = Duration::from_millis(100);
