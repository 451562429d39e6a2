//! Connections that were not let in yet: none of their requests passed the access check.
//!
//! Every local user can open connections, send half a request and wait. A timeout
//! bounds each of them, and this bounds their number: beyond it the oldest is closed,
//! so that a client with the token, which sends a whole request at once, is let in.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long a connection has at least to send a request, since many clients may
/// connect at the same moment.
const GRACE: Duration = Duration::from_millis(250);

/// The connections of one listener without the token, the oldest first.
#[derive(Debug)]
pub struct HalfOpenConnections {
    most: usize,
    waiting: Mutex<VecDeque<Arc<HalfOpenConnection>>>,
    left: Notify,
}

/// A connection that has not shown the token yet.
#[derive(Debug)]
pub struct HalfOpenConnection {
    opened: Instant,
    /// Cancelled when the connection must make room for another.
    pub evicted: CancellationToken,
}

impl HalfOpenConnections {
    /// Allows this many.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            waiting: Mutex::default(),
            left: Notify::new(),
        }
    }

    /// Makes room for one more connection, if need be by closing the oldest.
    pub async fn room(&self) {
        while let Some(until) = self.evict() {
            tokio::select! {
                () = self.left.notified() => {}
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }

    /// Closes the oldest if there are too many. Returns when to look again, if the
    /// oldest still has time.
    fn evict(&self) -> Option<Instant> {
        let mut waiting = self.lock();
        if waiting.len() < self.most {
            return None;
        }
        let patience = waiting.front()?.opened + GRACE;
        if patience > Instant::now() {
            return Some(patience);
        }
        if let Some(oldest) = waiting.pop_front() {
            oldest.evicted.cancel();
        }
        None
    }

    /// Adds a new connection.
    pub fn open(&self) -> Arc<HalfOpenConnection> {
        let newcomer = Arc::new(HalfOpenConnection {
            opened: Instant::now(),
            evicted: CancellationToken::new(),
        });
        self.lock().push_back(Arc::clone(&newcomer));
        newcomer
    }

    /// Removes a connection that showed the token or was closed.
    pub fn leave(&self, newcomer: &Arc<HalfOpenConnection>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, newcomer));
        self.left.notify_one();
    }

    /// Held for a look only, never across an await.
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<HalfOpenConnection>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_oldest_makes_room_for_the_next() {
        let half_open = HalfOpenConnections::new(2);
        let [first, second] = [half_open.open(), half_open.open()];
        half_open.leave(&second);
        half_open.room().await;
        let third = half_open.open();
        assert!(!first.evicted.is_cancelled());
        half_open.room().await;
        assert!(first.evicted.is_cancelled());
        // A connection that left is not closed for others.
        for kept in [second, third] {
            assert!(!kept.evicted.is_cancelled());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_closed_who_just_came() {
        let half_open = HalfOpenConnections::new(1);
        let first = half_open.open();
        // The clock stands still until there is nothing else to do.
        let leaves = async { half_open.leave(&first) };
        tokio::join!(half_open.room(), leaves);
        assert!(!first.evicted.is_cancelled());
    }
}
