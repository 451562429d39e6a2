//! Requests and notifications of the server to one client.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use super::outbox::{ClientGone, ClientOutbox};
use crate::metrics::{GaugeGuard, Metrics};
use crate::protocol::write::{self, MessageLine};
use crate::protocol::{CANCEL, Id, RpcError, ServerCancelParams};

/// The client's answer to a request of the server.
type ClientAnswer = Result<Box<RawValue>, RpcError>;

/// Why the server got no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerRequestError {
    #[error("the client disconnected")]
    Gone,
    #[error("{}", .0.message)]
    Refused(RpcError),
    #[error("failed to write the request: {0}")]
    Unwritable(#[from] serde_json::Error),
}

impl From<ClientGone> for ServerRequestError {
    fn from(_: ClientGone) -> Self {
        Self::Gone
    }
}

/// A handle for sending to one client. Hooks hold this and not the client, because
/// the client may be gone before they are.
#[derive(Debug)]
pub(crate) struct ClientLink {
    pub(crate) outbox: ClientOutbox,
    pending: Mutex<PendingRequests>,
    next: AtomicI64,
    metrics: Arc<Metrics>,
    /// The client may reconnect (HTTP), so unanswered requests are kept.
    lasting: bool,
}

#[derive(Debug, Default)]
struct PendingRequests {
    requests: HashMap<i64, PendingRequest>,
    closed: bool,
}

#[derive(Debug)]
struct PendingRequest {
    answer: oneshot::Sender<ClientAnswer>,
    /// The request was queued for the client.
    said: bool,
    /// The request's text, to send it again after a reconnect.
    #[cfg_attr(
        not(feature = "http"),
        expect(dead_code, reason = "streams are not reconnected")
    )]
    line: Option<MessageLine>,
    _counted: GaugeGuard,
}

impl ClientLink {
    pub(super) fn new(metrics: &Arc<Metrics>, lasting: bool) -> Self {
        Self {
            outbox: ClientOutbox::counting(metrics.outgoing_bytes.clone()),
            pending: Mutex::default(),
            next: AtomicI64::new(0),
            metrics: Arc::clone(metrics),
            lasting,
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, PendingRequests> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a notification; waits until there is room.
    pub(crate) async fn notify<T: Serialize>(&self, method: &'static str, params: &T) {
        if let Ok(line) = write::notification(method, params) {
            // A client that is gone misses nothing.
            let _ = self.outbox.push(&line).await;
        }
    }

    /// Sends a request and waits for the answer. Dropping the future cancels the
    /// request.
    pub(crate) async fn ask<T: Serialize>(
        &self,
        method: &'static str,
        params: &T,
    ) -> Result<Box<RawValue>, ServerRequestError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let line = write::request(id, method, params)?;
        let (answer, answered) = oneshot::channel();
        {
            let mut pending = self.lock();
            if pending.closed {
                return Err(ServerRequestError::Gone);
            }
            let asked = PendingRequest {
                answer,
                said: false,
                line: self.lasting.then(|| line.clone()),
                _counted: GaugeGuard::one(&self.metrics.client_calls),
            };
            pending.requests.insert(id, asked);
        }
        let _taken_back = PendingRequestGuard { link: self, id };
        self.outbox.push(&line).await?;
        if let Some(asked) = self.lock().requests.get_mut(&id) {
            asked.said = true;
        }
        drop(line);
        match answered.await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => Err(ServerRequestError::Refused(error)),
            Err(_) => Err(ServerRequestError::Gone),
        }
    }

    /// Delivers an answer of the client; false when no request waits for it.
    pub(crate) fn answered(&self, id: &Id, result: Result<&RawValue, RpcError>) -> bool {
        let Id::Number(id) = id else { return false };
        let Some(asked) = self.lock().requests.remove(id) else {
            return false;
        };
        let _ = asked.answer.send(result.map(ToOwned::to_owned));
        true
    }

    /// The requests without an answer, to send them again.
    #[cfg(feature = "http")]
    pub(crate) fn unanswered(&self) -> Vec<MessageLine> {
        let mut pending = self.lock();
        let mut asked: Vec<_> = pending.requests.iter_mut().collect();
        asked.sort_by_key(|(id, _)| **id);
        let lines = asked.into_iter().filter_map(|(_, one)| {
            one.said = true;
            one.line.clone()
        });
        lines.collect()
    }

    /// Fails all waiting requests: the client is gone.
    pub(crate) fn close(&self) {
        let mut pending = self.lock();
        pending.closed = true;
        pending.requests.clear();
        drop(pending);
        self.outbox.close();
    }
}

/// Cancels a request when nobody waits for it any more. A request that was never
/// queued needs no `$/cancel`, so a client that does not read is sent no more.
struct PendingRequestGuard<'a> {
    link: &'a ClientLink,
    id: i64,
}

impl Drop for PendingRequestGuard<'_> {
    fn drop(&mut self) {
        let unanswered = self.link.lock().requests.remove(&self.id);
        if unanswered.is_some_and(|asked| asked.said)
            && let Ok(line) = write::notification(CANCEL, &ServerCancelParams { id: self.id })
        {
            self.link.outbox.push_now(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn what_was_never_said_is_not_taken_back_in_words() {
        let link = ClientLink::new(&Arc::default(), true);
        let large = "x".repeat(2_000_000);
        // It is queued and leaves no room; nobody answers it.
        assert!(link.ask("first", &large).now_or_never().is_none());
        for _ in 0..1000 {
            assert!(link.ask("more", &()).now_or_never().is_none());
        }
        let mut lines = Vec::new();
        assert!(link.outbox.take(&mut lines).await);
        let text = String::from_utf8(lines).unwrap();
        assert_eq!(text.lines().count(), 2);
        assert!(text.lines().nth(1).unwrap().contains("$/cancel"));
    }
}
