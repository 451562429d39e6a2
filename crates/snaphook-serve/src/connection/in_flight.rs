//! The requests of one client that have no answer yet: how many there may be,
//! and how each of them is cancelled.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::gauge::Gauge;
use snaphook::CancellationToken;
use tokio::sync::Notify;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::metrics::Counted;
use crate::options::Limits;
use crate::protocol::{Code, Id, RpcError};
use crate::shared::Shared;

/// Requests in flight.
#[derive(Debug)]
pub(crate) struct InFlight {
    limits: Limits,
    state: Mutex<State>,
    left: Notify,
    /// Those of all clients.
    all: TaskTracker,
    gauge: Gauge,
}

#[derive(Debug, Default)]
struct State {
    requests: HashMap<Key, CancellationToken>,
    bytes: usize,
    /// How many had no id so far.
    nameless: u64,
    /// There will be no more.
    closed: bool,
}

/// What a request is known by: its id, or, where nobody wants an answer, a
/// number that nobody else knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Id(Id),
    Nameless(u64),
}

/// A place among the requests in flight, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    of: Arc<InFlight>,
    key: Key,
    bytes: usize,
    pub(crate) cancel: CancellationToken,
    _counted: (TaskTrackerToken, Counted),
}

impl InFlight {
    pub(crate) fn new(server: &Shared) -> Self {
        Self {
            limits: server.options.limits,
            all: server.requests.clone(),
            gauge: server.metrics.requests_in_flight.clone(),
            state: Mutex::default(),
            left: Notify::new(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a request of so many bytes.
    pub(crate) fn admit(self: &Arc<Self>, id: Option<Id>, bytes: usize) -> Result<Place, RpcError> {
        let mut state = self.lock();
        let count = state.requests.len();
        let full = count >= self.limits.requests_in_flight;
        // One that is alone may be as large as any message.
        let heavy = count > 0 && state.bytes + bytes > self.limits.bytes_in_flight;
        if full || heavy {
            let message = format!(
                "{count} requests of {} bytes are in flight: wait for answers",
                state.bytes
            );
            return Err(RpcError::new(Code::TooManyRequests, message));
        }
        let key = match id {
            Some(id) => Key::Id(id),
            None => {
                state.nameless += 1;
                Key::Nameless(state.nameless)
            }
        };
        let closed = state.closed;
        let Entry::Vacant(place) = state.requests.entry(key.clone()) else {
            let message = "a request of this id is in flight";
            return Err(RpcError::new(Code::InvalidRequest, message));
        };
        let cancel = CancellationToken::new();
        if closed {
            cancel.cancel();
        }
        place.insert(cancel.clone());
        state.bytes += bytes;
        Ok(Place {
            of: Arc::clone(self),
            key,
            bytes,
            cancel,
            _counted: (self.all.token(), Counted::one(&self.gauge)),
        })
    }

    /// Cancels a request, if it is in flight.
    pub(crate) fn cancel(&self, id: &Id) {
        let token = self.lock().requests.get(&Key::Id(id.clone())).cloned();
        if let Some(token) = token {
            token.cancel();
        }
    }

    /// Cancels all of them, and those that come: the client goes.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.cancel_all();
    }

    /// Cancels all of them.
    pub(crate) fn cancel_all(&self) {
        let tokens: Vec<_> = self.lock().requests.values().cloned().collect();
        for token in tokens {
            token.cancel();
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().requests.len()
    }

    /// Waits until there are at most so many.
    pub(crate) async fn until(&self, count: usize) {
        loop {
            let left = self.left.notified();
            if self.count() <= count {
                return;
            }
            left.await;
        }
    }
}

impl Place {
    /// Leaves its id to others; it has its place still.
    pub(crate) fn leave_id(&mut self) {
        let mut state = self.of.lock();
        state.nameless += 1;
        let nameless = Key::Nameless(state.nameless);
        let named = std::mem::replace(&mut self.key, nameless.clone());
        if let Some(token) = state.requests.remove(&named) {
            state.requests.insert(nameless, token);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        state.requests.remove(&self.key);
        state.bytes -= self.bytes;
        drop(state);
        self.of.left.notify_waiters();
    }
}
