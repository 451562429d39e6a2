//! How many clients are served at a time; who comes later waits at the door.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::shared::Shared;

/// After an accept that failed, most often for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// The door of one listener.
pub(super) struct Accepting {
    server: Arc<Shared>,
    places: Arc<Semaphore>,
}

impl Accepting {
    /// For so many connections at a time.
    pub(super) fn of(server: &Arc<Shared>, places: usize) -> Self {
        let places = places.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            server: Arc::clone(server),
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// A place for one more client; nothing when the server ends.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        let places = Arc::clone(&self.places);
        tokio::select! {
            biased;
            () = self.server.draining.cancelled() => None,
            place = places.acquire_owned() => place.ok(),
        }
    }

    /// Whether nobody else can come in: who needs no place should leave it.
    #[cfg(feature = "http")]
    pub(super) fn is_full(&self) -> bool {
        self.places.available_permits() == 0
    }

    /// Waits until it may be better.
    pub(super) async fn pause(&self) {
        tokio::time::sleep(PAUSE).await;
    }
}
