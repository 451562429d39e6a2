//! The requests in flight of one client: their limits, and their cancellation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::gauge::Gauge;
use snaphook::CancellationToken;
use tokio::sync::Notify;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::metrics::GaugeGuard;
use crate::options::ClientLimits;
use crate::protocol::{Id, RpcError, RpcErrorCode};
use crate::state::ServerState;

/// The requests in flight of one client.
#[derive(Debug)]
pub(crate) struct RequestsInFlight {
    limits: ClientLimits,
    state: Mutex<InFlightState>,
    left: Notify,
    /// Tracks the requests of all clients.
    all: TaskTracker,
    gauge: Gauge,
}

#[derive(Debug, Default)]
struct InFlightState {
    requests: HashMap<RequestKey, CancellationToken>,
    bytes: usize,
    /// Numbers the requests without an id.
    unnamed: u64,
    /// The client is closing: new requests are cancelled at once.
    closed: bool,
}

/// The key of a request: its id, or a number for a request without one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum RequestKey {
    Id(Id),
    Unnamed(u64),
}

/// A slot among the requests in flight, until it is dropped.
#[derive(Debug)]
pub(crate) struct RequestSlot {
    of: Arc<RequestsInFlight>,
    key: RequestKey,
    bytes: usize,
    pub(crate) cancel: CancellationToken,
    _counted: (TaskTrackerToken, GaugeGuard),
}

impl RequestsInFlight {
    pub(crate) fn new(server: &ServerState) -> Self {
        Self {
            limits: server.options.limits,
            all: server.requests.clone(),
            gauge: server.metrics.requests_in_flight.clone(),
            state: Mutex::default(),
            left: Notify::new(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, InFlightState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a request of `bytes` bytes.
    pub(crate) fn admit(
        self: &Arc<Self>,
        id: Option<Id>,
        bytes: usize,
    ) -> Result<RequestSlot, RpcError> {
        let mut state = self.lock();
        let count = state.requests.len();
        let full = count >= self.limits.requests_in_flight;
        // A single request may be as large as any message.
        let heavy = count > 0 && state.bytes + bytes > self.limits.bytes_in_flight;
        if full || heavy {
            let message = format!(
                "too many requests in flight ({count}, {} bytes); wait for answers",
                state.bytes
            );
            return Err(RpcError::new(RpcErrorCode::TooManyRequests, message));
        }
        let key = match id {
            Some(id) => RequestKey::Id(id),
            None => {
                state.unnamed += 1;
                RequestKey::Unnamed(state.unnamed)
            }
        };
        let closed = state.closed;
        let Entry::Vacant(place) = state.requests.entry(key.clone()) else {
            let message = "a request with this id is already in flight";
            return Err(RpcError::new(RpcErrorCode::InvalidRequest, message));
        };
        let cancel = CancellationToken::new();
        if closed {
            cancel.cancel();
        }
        place.insert(cancel.clone());
        state.bytes += bytes;
        Ok(RequestSlot {
            of: Arc::clone(self),
            key,
            bytes,
            cancel,
            _counted: (self.all.token(), GaugeGuard::one(&self.gauge)),
        })
    }

    /// Cancels the request of this id, if it is in flight.
    pub(crate) fn cancel(&self, id: &Id) {
        let token = self
            .lock()
            .requests
            .get(&RequestKey::Id(id.clone()))
            .cloned();
        if let Some(token) = token {
            token.cancel();
        }
    }

    /// Cancels all requests, also those that come later.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.cancel_all();
    }

    /// Cancels all requests in flight.
    pub(crate) fn cancel_all(&self) {
        let tokens: Vec<_> = self.lock().requests.values().cloned().collect();
        for token in tokens {
            token.cancel();
        }
    }

    /// The number of requests in flight.
    pub(crate) fn count(&self) -> usize {
        self.lock().requests.len()
    }

    /// Waits until at most `count` requests are in flight.
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

impl RequestSlot {
    /// Frees the request's id for another request, and keeps the slot.
    pub(crate) fn free_id(&mut self) {
        let mut state = self.of.lock();
        state.unnamed += 1;
        let unnamed = RequestKey::Unnamed(state.unnamed);
        let named = std::mem::replace(&mut self.key, unnamed.clone());
        if let Some(token) = state.requests.remove(&named) {
            state.requests.insert(unnamed, token);
        }
    }
}

impl Drop for RequestSlot {
    fn drop(&mut self) {
        let mut state = self.of.lock();
        state.requests.remove(&self.key);
        state.bytes -= self.bytes;
        drop(state);
        self.of.left.notify_waiters();
    }
}
