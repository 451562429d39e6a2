//! The time that the callbacks of a group share.

use std::future::Future;
use std::time::Duration;

use snaphook_core::answer::{Failure, FailureKind};
use tokio::time::{Instant, timeout_at};

/// When a group's time is up.
pub(crate) struct GroupDeadline {
    time: Duration,
    /// Nothing, when it is so far away that no clock can tell.
    at: Option<Instant>,
}

impl GroupDeadline {
    pub(crate) fn after(time: Duration) -> Self {
        Self {
            time,
            at: Instant::now().checked_add(time),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
    }

    /// Waits for a future until the deadline, then drops it.
    pub(crate) async fn wait<T>(&self, running: impl Future<Output = T>) -> Result<T, Failure> {
        match self.at {
            None => Ok(running.await),
            Some(at) => timeout_at(at, running).await.map_err(|_| Failure {
                kind: FailureKind::TimedOut,
                message: format!("the {:?} of its group were up", self.time),
            }),
        }
    }
}
