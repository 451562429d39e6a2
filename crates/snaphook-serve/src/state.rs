//! The state that all clients of a server share.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snaphook::{CancellationToken, Engine};
use tokio_util::task::TaskTracker;

use crate::metrics::Metrics;
use crate::options::ServerOptions;

/// The state that all clients share.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) engine: Engine,
    pub(crate) options: ServerOptions,
    pub(crate) metrics: Arc<Metrics>,
    /// The session ids in use. Each belongs to one client.
    sessions: Mutex<HashSet<Arc<str>>>,
    /// The first part of the ids of one-event sessions.
    run: uuid::Uuid,
    passing: AtomicU64,
    /// Cancelled when the server stops accepting requests and clients.
    pub(crate) draining: CancellationToken,
    /// The requests in flight of all clients.
    pub(crate) requests: TaskTracker,
    /// The connections of all clients.
    pub(crate) connections: TaskTracker,
    /// Cancelled when the server must end without a grace period.
    pub(crate) skip_grace: CancellationToken,
    /// Cancelled when connections must close.
    pub(crate) closing: CancellationToken,
}

impl ServerState {
    pub(crate) fn new(engine: Engine, options: ServerOptions) -> Self {
        let metrics = Arc::new(Metrics::default());
        let counting = Arc::clone(&metrics);
        engine.on_hook_ended(move |event, entry| counting.count_hook(event, entry));
        Self {
            metrics,
            engine,
            options,
            sessions: Mutex::default(),
            run: uuid::Uuid::now_v7(),
            passing: AtomicU64::new(0),
            draining: CancellationToken::new(),
            requests: TaskTracker::new(),
            connections: TaskTracker::new(),
            skip_grace: CancellationToken::new(),
            closing: CancellationToken::new(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashSet<Arc<str>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves a session id for one client; `None` when it is in use.
    pub(crate) fn lease(self: &Arc<Self>, id: &Arc<str>) -> Option<SessionIdLease> {
        let held = self.lock().insert(Arc::clone(id));
        held.then(|| SessionIdLease {
            server: Arc::clone(self),
            id: Arc::clone(id),
            given_back: AtomicBool::new(false),
        })
    }

    /// Makes an id for a session of one event. It is random, so no client can guess it.
    pub(crate) fn one_event_session_id(&self) -> String {
        let number = self.passing.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.run)
    }

    /// Waits until no request is in flight.
    pub(crate) async fn until_idle(&self) {
        self.requests.close();
        self.requests.wait().await;
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.is_cancelled()
    }
}

/// A session id that one client has reserved, until it is released or dropped.
#[derive(Debug)]
pub(crate) struct SessionIdLease {
    server: Arc<ServerState>,
    id: Arc<str>,
    given_back: AtomicBool,
}

impl SessionIdLease {
    /// Releases the id: other clients may use it.
    pub(crate) fn release(&self) {
        if !self.given_back.swap(true, Ordering::Relaxed) {
            self.server.lock().remove(&self.id);
        }
    }
}

impl Drop for SessionIdLease {
    fn drop(&mut self) {
        self.release();
    }
}
