//! Connections on which nobody has shown the token yet.
//!
//! Anybody on this machine can open them, send half a request and wait. The time for
//! a whole request bounds each of them; this bounds how many there are: beyond that,
//! the oldest is closed for the next, so that somebody with the token, who sends a
//! whole request at once, still gets in.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use snaphook::CancellationToken;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a connection has at least to send a request: many clients may come at
/// the same moment.
const GRACE: Duration = Duration::from_millis(250);

/// All such connections of one listener, the oldest first.
#[derive(Debug)]
pub(super) struct HalfOpen {
    most: usize,
    waiting: Mutex<VecDeque<Arc<Newcomer>>>,
    left: Notify,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Newcomer {
    opened: Instant,
    /// It has to make room.
    pub(super) evicted: CancellationToken,
}

impl HalfOpen {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            waiting: Mutex::default(),
            left: Notify::new(),
        }
    }

    /// Makes room for one more, if need be by closing the oldest.
    pub(super) async fn room(&self) {
        while let Some(until) = self.evict() {
            tokio::select! {
                () = self.left.notified() => {}
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }

    /// Closes the oldest if there are too many; when to look again, where it has not
    /// had its time yet.
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

    /// A connection was opened.
    pub(super) fn open(&self) -> Arc<Newcomer> {
        let newcomer = Arc::new(Newcomer {
            opened: Instant::now(),
            evicted: CancellationToken::new(),
        });
        self.lock().push_back(Arc::clone(&newcomer));
        newcomer
    }

    /// It showed the token, or is closed: it takes no room any more.
    pub(super) fn leave(&self, newcomer: &Arc<Newcomer>) {
        self.lock().retain(|other| !Arc::ptr_eq(other, newcomer));
        self.left.notify_one();
    }

    /// Held for a look only, never across an await.
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Newcomer>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_oldest_makes_room_for_the_next() {
        let half_open = HalfOpen::new(2);
        let [first, second] = [half_open.open(), half_open.open()];
        half_open.leave(&second);
        half_open.room().await;
        let third = half_open.open();
        assert!(!first.evicted.is_cancelled());
        half_open.room().await;
        assert!(first.evicted.is_cancelled());
        // Who left is not closed for others.
        for kept in [second, third] {
            assert!(!kept.evicted.is_cancelled());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_closed_who_just_came() {
        let half_open = HalfOpen::new(1);
        let first = half_open.open();
        // The clock stands still until there is nothing else to do.
        let leaves = async { half_open.leave(&first) };
        tokio::join!(half_open.room(), leaves);
        assert!(!first.evicted.is_cancelled());
    }
}
