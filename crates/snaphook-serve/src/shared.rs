//! What all clients of a server share.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snaphook::{CancellationToken, Engine};
use tokio_util::task::TaskTracker;

use crate::metrics::Metrics;
use crate::options::Options;

/// What all clients share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) options: Options,
    pub(crate) metrics: Arc<Metrics>,
    /// Sessions that clients hold: each is one client's.
    sessions: Mutex<HashSet<Arc<str>>>,
    /// Tells apart the sessions of single events.
    run: uuid::Uuid,
    passing: AtomicU64,
    /// Cancelled when no request, and no client, is taken any more.
    pub(crate) draining: CancellationToken,
    /// Requests in flight, of all clients.
    pub(crate) requests: TaskTracker,
    /// Every client's connection.
    pub(crate) connections: TaskTracker,
    /// Cancelled when nothing is waited for any more.
    pub(crate) hurrying: CancellationToken,
    /// Cancelled when connections must close.
    pub(crate) closing: CancellationToken,
}

impl Shared {
    pub(crate) fn new(engine: Engine, options: Options) -> Self {
        let metrics = Arc::new(Metrics::default());
        let counting = Arc::clone(&metrics);
        engine.on_hook_ended(move |event, entry| counting.ran(event, entry));
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
            hurrying: CancellationToken::new(),
            closing: CancellationToken::new(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashSet<Arc<str>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a session id for one client; nothing when somebody has it.
    pub(crate) fn hold(self: &Arc<Self>, id: &Arc<str>) -> Option<Held> {
        let held = self.lock().insert(Arc::clone(id));
        held.then(|| Held {
            server: Arc::clone(self),
            id: Arc::clone(id),
            given_back: AtomicBool::new(false),
        })
    }

    /// An id for a session of one event. No client can know it.
    pub(crate) fn passing_id(&self) -> String {
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

/// A session id that one client has, until it is given back or dropped.
#[derive(Debug)]
pub(crate) struct Held {
    server: Arc<Shared>,
    id: Arc<str>,
    given_back: AtomicBool,
}

impl Held {
    /// Others may have it from now on.
    pub(crate) fn give_back(&self) {
        if !self.given_back.swap(true, Ordering::Relaxed) {
            self.server.lock().remove(&self.id);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.give_back();
    }
}
