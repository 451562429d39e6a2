//! The server's own requests to one client, and their answers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use super::outbox::{Gone, Outbox};
use crate::metrics::{Counted, Metrics};
use crate::protocol::write::{self, Line};
use crate::protocol::{CANCEL, CancelledParams, Id, RpcError};

/// What a client answered.
type Answer = Result<Box<RawValue>, RpcError>;

/// Why the server got no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    #[error("the client is gone")]
    Gone,
    #[error("{}", .0.message)]
    Refused(RpcError),
    #[error("it cannot be asked: {0}")]
    Unwritable(#[from] serde_json::Error),
}

impl From<Gone> for NoAnswer {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

/// The way to one client. Hooks and questions hold it, and not the client: it
/// may be gone before they are.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) outbox: Outbox,
    pending: Mutex<Pending>,
    next: AtomicI64,
    metrics: Arc<Metrics>,
    /// Connections come and go, and the client stays.
    lasting: bool,
}

#[derive(Debug, Default)]
struct Pending {
    requests: HashMap<i64, Asked>,
    closed: bool,
}

#[derive(Debug)]
struct Asked {
    answer: oneshot::Sender<Answer>,
    /// The client was told, or is about to be.
    said: bool,
    /// To be said again on another connection, where there may be one.
    #[cfg_attr(
        not(feature = "http"),
        expect(dead_code, reason = "streams are not connected again")
    )]
    line: Option<Line>,
    _counted: Counted,
}

impl Link {
    pub(super) fn new(metrics: &Arc<Metrics>, lasting: bool) -> Self {
        Self {
            outbox: Outbox::counting(metrics.outgoing_bytes.clone()),
            pending: Mutex::default(),
            next: AtomicI64::new(0),
            metrics: Arc::clone(metrics),
            lasting,
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the client something; waits until there is room.
    pub(crate) async fn tell<T: Serialize>(&self, method: &'static str, params: &T) {
        if let Ok(line) = write::notification(method, params) {
            // A client that is gone need not be told.
            let _ = self.outbox.push(&line).await;
        }
    }

    /// Asks the client, and waits for its answer. Whoever stops waiting takes
    /// the question back.
    pub(crate) async fn ask<T: Serialize>(
        &self,
        method: &'static str,
        params: &T,
    ) -> Result<Box<RawValue>, NoAnswer> {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let line = write::request(id, method, params)?;
        let (answer, answered) = oneshot::channel();
        {
            let mut pending = self.lock();
            if pending.closed {
                return Err(NoAnswer::Gone);
            }
            let asked = Asked {
                answer,
                said: false,
                line: self.lasting.then(|| line.clone()),
                _counted: Counted::one(&self.metrics.client_calls),
            };
            pending.requests.insert(id, asked);
        }
        let _taken_back = TakenBack { link: self, id };
        self.outbox.push(&line).await?;
        if let Some(asked) = self.lock().requests.get_mut(&id) {
            asked.said = true;
        }
        drop(line);
        match answered.await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(error)) => Err(NoAnswer::Refused(error)),
            Err(_) => Err(NoAnswer::Gone),
        }
    }

    /// The client answered. What nobody asked, or wants to know no more, is
    /// ignored: then it is false.
    pub(crate) fn answered(&self, id: &Id, result: Result<&RawValue, RpcError>) -> bool {
        let Id::Number(id) = id else { return false };
        let Some(asked) = self.lock().requests.remove(id) else {
            return false;
        };
        let _ = asked.answer.send(result.map(ToOwned::to_owned));
        true
    }

    /// Questions without an answer, to be said again.
    #[cfg(feature = "http")]
    pub(crate) fn unanswered(&self) -> Vec<Line> {
        let mut pending = self.lock();
        let mut asked: Vec<_> = pending.requests.iter_mut().collect();
        asked.sort_by_key(|(id, _)| **id);
        let lines = asked.into_iter().filter_map(|(_, one)| {
            one.said = true;
            one.line.clone()
        });
        lines.collect()
    }

    /// The client is gone: whoever waits for an answer hears so.
    pub(crate) fn close(&self) {
        let mut pending = self.lock();
        pending.closed = true;
        pending.requests.clear();
        drop(pending);
        self.outbox.close();
    }
}

/// Takes a question back that nobody waits for any more. One that found no room
/// was never said, and needs no words to be taken back: whoever reads nothing
/// must not be told more and more.
struct TakenBack<'a> {
    link: &'a Link,
    id: i64,
}

impl Drop for TakenBack<'_> {
    fn drop(&mut self) {
        let unanswered = self.link.lock().requests.remove(&self.id);
        if unanswered.is_some_and(|asked| asked.said)
            && let Ok(line) = write::notification(CANCEL, &CancelledParams { id: self.id })
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
        let link = Link::new(&Arc::default(), true);
        let large = "x".repeat(2_000_000);
        // It is said, and leaves no room; nobody answers it.
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
