//! Bounds the connections of a listener; further ones wait to be accepted.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::state::ServerState;

/// The pause after a failed accept (mostly: out of file descriptors).
const PAUSE: Duration = Duration::from_millis(50);

/// The connection slots of one listener.
pub(super) struct ConnectionSlots {
    server: Arc<ServerState>,
    places: Arc<Semaphore>,
}

impl ConnectionSlots {
    /// Makes slots for this many connections.
    pub(super) fn of(server: &Arc<ServerState>, places: usize) -> Self {
        let places = places.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            server: Arc::clone(server),
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// Waits for a free slot; `None` when the server ends.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        let places = Arc::clone(&self.places);
        tokio::select! {
            biased;
            () = self.server.draining.cancelled() => None,
            place = places.acquire_owned() => place.ok(),
        }
    }

    /// Waits before the next try to accept.
    pub(super) async fn pause(&self) {
        tokio::time::sleep(PAUSE).await;
    }
}
