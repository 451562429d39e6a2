//! What waits to be written to one client. Bounded by bytes: whoever has
//! something to say waits until there is room, and so does whoever would make
//! the server say more.

use std::sync::{Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

use crate::protocol::write::Line;

/// Bytes that may wait; one more message is taken while it is below.
const ROOM: usize = 1024 * 1024;

/// Nobody reads any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the client is gone")]
pub(crate) struct Gone;

/// Lines on their way to one client, in the order in which they were said.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    filled: Notify,
    emptied: Notify,
    /// Counts what waits, for all clients.
    bytes: Gauge,
}

#[derive(Debug, Default)]
struct Waiting {
    lines: Vec<u8>,
    closed: bool,
}

impl Outbox {
    /// One that counts what waits.
    pub(crate) fn counting(bytes: Gauge) -> Self {
        Self {
            waiting: Mutex::default(),
            filled: Notify::new(),
            emptied: Notify::new(),
            bytes,
        }
    }

    /// Held for a copy only, never across an await.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something; waits until there is room.
    pub(crate) async fn push(&self, line: &Line) -> Result<(), Gone> {
        loop {
            // Registered before looking: room that comes in between is seen.
            let emptied = self.emptied.notified();
            match self.put(line, ROOM) {
                Put::Done => return Ok(()),
                Put::Gone => return Err(Gone),
                Put::Full => emptied.await,
            }
        }
    }

    /// Says something short now, room or not: what ends requests that were said
    /// before, so there are no more of these than of those.
    pub(crate) fn push_now(&self, line: &Line) {
        let _ = self.put(line, usize::MAX);
    }

    fn put(&self, line: &Line, room: usize) -> Put {
        let mut waiting = self.lock();
        if waiting.closed {
            return Put::Gone;
        }
        if waiting.lines.len() >= room {
            return Put::Full;
        }
        waiting.lines.extend_from_slice(line);
        drop(waiting);
        self.bytes.inc_by(count(line));
        self.filled.notify_one();
        Put::Done
    }

    /// Takes everything that waits, if anything does.
    #[cfg(feature = "http")]
    pub(crate) fn take_now(&self) -> Vec<u8> {
        let lines = std::mem::take(&mut self.lock().lines);
        self.bytes.dec_by(count(&lines));
        self.emptied.notify_waiters();
        lines
    }

    /// Takes everything that waits, in exchange for an empty buffer; waits for
    /// something. False when nothing will come any more.
    pub(crate) async fn take(&self, into: &mut Vec<u8>) -> bool {
        into.clear();
        // One large message must not keep its memory for good.
        into.shrink_to(ROOM);
        loop {
            {
                let mut waiting = self.lock();
                if !waiting.lines.is_empty() {
                    std::mem::swap(&mut waiting.lines, into);
                    drop(waiting);
                    self.bytes.dec_by(count(into));
                    self.emptied.notify_waiters();
                    return true;
                }
                if waiting.closed {
                    return false;
                }
            }
            self.filled.notified().await;
        }
    }

    /// Takes no more; what waits may still be taken.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_one();
        self.emptied.notify_waiters();
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.bytes.dec_by(count(&self.lock().lines));
    }
}

fn count(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX)
}

enum Put {
    Done,
    Full,
    Gone,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn line(bytes: usize) -> Line {
        vec![b'x'; bytes]
    }

    #[tokio::test]
    async fn what_waits_is_taken_at_once_and_in_order() {
        let outbox = Outbox::default();
        outbox.push(&b"a\n".to_vec()).await.unwrap();
        outbox.push(&b"b\n".to_vec()).await.unwrap();
        let mut taken = Vec::new();
        assert!(outbox.take(&mut taken).await);
        assert_eq!(taken, b"a\nb\n");
        outbox.close();
        assert!(!outbox.take(&mut taken).await);
        assert_eq!(outbox.push(&line(1)).await, Err(Gone));
    }

    #[tokio::test]
    async fn who_says_more_than_is_read_waits() {
        let outbox = Arc::new(Outbox::default());
        outbox.push(&line(ROOM)).await.unwrap();
        let waiting = tokio::spawn({
            let outbox = Arc::clone(&outbox);
            async move { outbox.push(&line(2)).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        let mut taken = Vec::new();
        assert!(outbox.take(&mut taken).await);
        assert_eq!(taken.len(), ROOM);
        waiting.await.unwrap().unwrap();
        assert!(outbox.take(&mut taken).await);
        assert_eq!(taken.len(), 2);
    }

    #[tokio::test]
    async fn who_waits_for_room_hears_that_the_client_is_gone() {
        let outbox = Arc::new(Outbox::default());
        outbox.push(&line(ROOM)).await.unwrap();
        let waiting = tokio::spawn({
            let outbox = Arc::clone(&outbox);
            async move { outbox.push(&line(2)).await }
        });
        tokio::task::yield_now().await;
        outbox.close();
        assert_eq!(waiting.await.unwrap(), Err(Gone));
    }
}
