//! The queue of lines to one client, bounded by bytes: senders wait for room, and
//! so does the reader of the client's messages (back-pressure).

use std::sync::{Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::Notify;

use crate::protocol::write::MessageLine;

/// The bytes from which on senders wait.
const ROOM: usize = 1024 * 1024;

/// The client does not read any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the client disconnected")]
pub(crate) struct ClientGone;

/// The lines that wait to be written to one client, in order.
#[derive(Debug, Default)]
pub(crate) struct ClientOutbox {
    waiting: Mutex<OutboxState>,
    filled: Notify,
    emptied: Notify,
    /// Counts the waiting bytes of all clients.
    bytes: Gauge,
}

#[derive(Debug, Default)]
struct OutboxState {
    lines: Vec<u8>,
    closed: bool,
}

impl ClientOutbox {
    /// Makes an empty queue that adds its bytes to `bytes`.
    pub(crate) fn counting(bytes: Gauge) -> Self {
        Self {
            waiting: Mutex::default(),
            filled: Notify::new(),
            emptied: Notify::new(),
            bytes,
        }
    }

    /// Held for a copy only, never across an await.
    fn lock(&self) -> MutexGuard<'_, OutboxState> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line; waits until there is room.
    pub(crate) async fn push(&self, line: &MessageLine) -> Result<(), ClientGone> {
        loop {
            // Registered before the look, so that no wake-up is lost.
            let emptied = self.emptied.notified();
            match self.put(line, ROOM) {
                PushResult::Done => return Ok(()),
                PushResult::Gone => return Err(ClientGone),
                PushResult::Full => emptied.await,
            }
        }
    }

    /// Queues a short line without waiting for room. Only for lines that end a
    /// request that was queued before, so their number is bounded, too.
    pub(crate) fn push_now(&self, line: &MessageLine) {
        let _ = self.put(line, usize::MAX);
    }

    fn put(&self, line: &MessageLine, room: usize) -> PushResult {
        let mut waiting = self.lock();
        if waiting.closed {
            return PushResult::Gone;
        }
        if waiting.lines.len() >= room {
            return PushResult::Full;
        }
        waiting.lines.extend_from_slice(line);
        drop(waiting);
        self.bytes.inc_by(count(line));
        self.filled.notify_one();
        PushResult::Done
    }

    /// Takes all waiting lines without waiting.
    #[cfg(feature = "http")]
    pub(crate) fn take_now(&self) -> Vec<u8> {
        let lines = std::mem::take(&mut self.lock().lines);
        self.bytes.dec_by(count(&lines));
        self.emptied.notify_waiters();
        lines
    }

    /// Swaps all waiting lines into `into`; waits for at least one. Returns false
    /// when the queue is closed and empty.
    pub(crate) async fn take(&self, into: &mut Vec<u8>) -> bool {
        into.clear();
        // The memory of a large message is given back.
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

    /// Closes the queue: it accepts no more lines, and those that wait may be taken.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_one();
        self.emptied.notify_waiters();
    }
}

impl Drop for ClientOutbox {
    fn drop(&mut self) {
        self.bytes.dec_by(count(&self.lock().lines));
    }
}

fn count(bytes: &[u8]) -> i64 {
    i64::try_from(bytes.len()).unwrap_or(i64::MAX)
}

enum PushResult {
    Done,
    Full,
    Gone,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn line(bytes: usize) -> MessageLine {
        vec![b'x'; bytes]
    }

    #[tokio::test]
    async fn what_waits_is_taken_at_once_and_in_order() {
        let outbox = ClientOutbox::default();
        outbox.push(&b"a\n".to_vec()).await.unwrap();
        outbox.push(&b"b\n".to_vec()).await.unwrap();
        let mut taken = Vec::new();
        assert!(outbox.take(&mut taken).await);
        assert_eq!(taken, b"a\nb\n");
        outbox.close();
        assert!(!outbox.take(&mut taken).await);
        assert_eq!(outbox.push(&line(1)).await, Err(ClientGone));
    }

    #[tokio::test]
    async fn who_says_more_than_is_read_waits() {
        let outbox = Arc::new(ClientOutbox::default());
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
        let outbox = Arc::new(ClientOutbox::default());
        outbox.push(&line(ROOM)).await.unwrap();
        let waiting = tokio::spawn({
            let outbox = Arc::clone(&outbox);
            async move { outbox.push(&line(2)).await }
        });
        tokio::task::yield_now().await;
        outbox.close();
        assert_eq!(waiting.await.unwrap(), Err(ClientGone));
    }
}
