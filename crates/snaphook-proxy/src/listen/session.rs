//! One session of a client: a proxy with a server of its own, the client's open responses,
//! and whether anything of it is open.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use snaphook::CancellationToken;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::streams::{ClientStreams, Delivery};
use crate::client_message::{ClientMessage, MessageTopic};
use crate::link::{ProxyLink, error_line};
use crate::message::{INTERNAL_ERROR, Message, RefusedMessage};
use crate::proxy::{McpProxy, ProxyEnd};

/// How long background hooks of a session that ends may take.
const LAST_HOOKS: Duration = Duration::from_secs(1);

/// The header with the version of the protocol that the session has agreed on.
const VERSION: &str = "mcp-protocol-version";

pub(super) struct ClientSession {
    pub(super) id: String,
    pub(super) link: Arc<ProxyLink>,
    pub(super) streams: ClientStreams,
    version: OnceLock<String>,
    /// Why its server ended, if it did.
    end: OnceLock<String>,
    /// The client needs the session no longer.
    closed: CancellationToken,
    /// Nobody waits for the last answers.
    stopped: CancellationToken,
    activity: Mutex<SessionActivity>,
}

struct SessionActivity {
    /// The open requests and streams.
    open: usize,
    last: Instant,
}

/// An open request or stream: the session is not idle.
pub(super) struct SessionGuard(Arc<ClientSession>);

/// Stops a session when its only request is answered, or its first one is given up.
pub(super) struct StopGuard(Option<Arc<ClientSession>>);

impl ClientSession {
    pub(super) fn new(id: String, link: Arc<ProxyLink>) -> Arc<Self> {
        Arc::new(Self {
            id,
            link,
            streams: ClientStreams::default(),
            version: OnceLock::new(),
            end: OnceLock::new(),
            closed: CancellationToken::new(),
            stopped: CancellationToken::new(),
            activity: Mutex::new(SessionActivity {
                open: 0,
                last: Instant::now(),
            }),
        })
    }

    /// Carries messages until the session or its server ends.
    pub(super) async fn run(self: Arc<Self>, proxy: McpProxy) {
        let closed = self.closed.clone();
        let reading = async move { closed.cancelled().await };
        let session = Arc::clone(&self);
        let end = proxy
            .carry(
                reading,
                |queue, flush| deliver_all(session, queue, flush),
                self.stopped.clone(),
            )
            .await;
        if let ProxyEnd::Server(why) = end {
            let note = format!("the server of a session ended: {why}");
            self.link.notes.note(&note);
            let _ = self.end.set(why);
        }
        self.streams.close_all();
        self.link.hooks.session().clone().end(LAST_HOOKS).await;
    }

    /// The client needs it no longer; what is under way may end.
    pub(super) fn close(&self) {
        self.closed.cancel();
    }

    /// Ends it without waiting.
    pub(super) fn stop(&self) {
        self.stopped.cancel();
    }

    /// Why no answer comes any more, where the server has ended.
    pub(super) fn why_over(&self) -> Option<&str> {
        self.end.get().map(String::as_str)
    }

    /// Keeps the version that the answer to `initialize` names. False where it is no result.
    pub(super) fn note_version(&self, answer: &[u8]) -> bool {
        let answer = Message::of_server(answer.to_vec()).ok();
        let Some(result) = answer.and_then(|answer| answer.fields.fields("result")) else {
            return false;
        };
        if let Some(version) = result.text("protocolVersion") {
            let _ = self.version.set(version.into_owned());
        }
        true
    }

    /// Whether the headers name the session's version, or none.
    pub(super) fn has_version(&self, headers: &HeaderMap) -> bool {
        let mut named = headers.get_all(VERSION).iter();
        match (named.next(), named.next(), self.version.get()) {
            (None, ..) => true,
            (Some(named), None, Some(version)) => named.as_bytes() == version.as_bytes(),
            (Some(_), None, None) => true,
            (Some(_), Some(_), _) => false,
        }
    }

    /// Notes an open request or stream, until the guard is dropped.
    pub(super) fn begin_activity(self: &Arc<Self>) -> SessionGuard {
        self.lock().open += 1;
        SessionGuard(Arc::clone(self))
    }

    pub(super) fn is_idle(&self, time: Duration) -> bool {
        let activity = self.lock();
        activity.open == 0 && activity.last.elapsed() >= time
    }

    /// Held for a look only, never across an await.
    fn lock(&self) -> MutexGuard<'_, SessionActivity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SessionGuard {
    fn drop(&mut self) {
        let mut activity = self.0.lock();
        activity.open -= 1;
        activity.last = Instant::now();
    }
}

impl StopGuard {
    pub(super) fn new(session: &Arc<ClientSession>) -> Self {
        Self(Some(Arc::clone(session)))
    }

    /// Lets the session go on.
    pub(super) fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for StopGuard {
    fn drop(&mut self) {
        if let Some(session) = &self.0 {
            session.stop();
        }
    }
}

/// Gives every message to its response, until none comes any more.
async fn deliver_all(
    session: Arc<ClientSession>,
    mut queue: mpsc::Receiver<ClientMessage>,
    flush: CancellationToken,
) {
    loop {
        let message = tokio::select! {
            biased;
            message = queue.recv() => message,
            () = flush.cancelled() => None,
        };
        let Some(message) = message else {
            return;
        };
        let topic = message.topic.clone();
        if session.streams.deliver(message).await == Delivery::Delivered {
            continue;
        }
        match topic {
            MessageTopic::Question(id) => {
                let is_of_server = session.link.drop_question(&id);
                if is_of_server {
                    let why = "the client reads no messages of the server";
                    let refused = RefusedMessage::new(Some(id), INTERNAL_ERROR, why);
                    session.link.to_server(error_line(&refused)).await;
                }
            }
            MessageTopic::Answer(_) => session
                .link
                .notes
                .note("dropped an answer: the client has closed its connection"),
            MessageTopic::Progress(_) | MessageTopic::Other => session
                .link
                .notes
                .note("dropped a message of the server: the client reads none"),
        }
    }
}
