//! Bounds the open streams. When there are too many, the oldest makes room: a browser that sleeps
//! holds its connection without reading it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snaphook_listen::HalfOpenConnection;

/// The most streams.
const MOST: usize = 64;

/// The open streams, the oldest first.
#[derive(Default)]
pub(crate) struct StreamSlots(Mutex<VecDeque<Arc<HalfOpenConnection>>>);

impl StreamSlots {
    /// Takes a slot for the stream of this connection; closes the connection of the oldest stream
    /// where there is none.
    pub(crate) fn take(self: &Arc<Self>, connection: Arc<HalfOpenConnection>) -> StreamSlot {
        let mut open = self.lock();
        while open.len() >= MOST
            && let Some(oldest) = open.pop_front()
        {
            oldest.evicted.cancel();
        }
        open.push_back(Arc::clone(&connection));
        StreamSlot(Arc::clone(self), connection)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<HalfOpenConnection>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of one stream.
pub(crate) struct StreamSlot(Arc<StreamSlots>, Arc<HalfOpenConnection>);

impl Drop for StreamSlot {
    fn drop(&mut self) {
        self.0.lock().retain(|one| !Arc::ptr_eq(one, &self.1));
    }
}
