//! One client, over any transport: its identity, sessions and requests.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Poll;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::{FutureExt, join_all};
use futures_util::poll;
use serde_json::value::RawValue;
use snaphook::{CancellationToken, Session};
use tokio_util::task::TaskTracker;

use super::answer::answer;
use super::approvals::{ClientApprover, SessionApprover, SharedApprover};
use super::client_link::ClientLink;
use super::client_session::ClientSession;
use super::functions;
use super::method_call::{self, MethodCall};
use super::requests_in_flight::{RequestSlot, RequestsInFlight};
use crate::metrics::GaugeGuard;
use crate::protocol::write::{self, MessageLine};
use crate::protocol::{
    Capabilities, FunctionParams, Id, Method, RpcError, RpcErrorCode, RpcMessage,
};
use crate::state::ServerState;

/// One client, over any transport.
#[derive(Debug)]
pub(crate) struct ConnectedClient {
    pub(crate) server: Arc<ServerState>,
    pub(crate) link: Arc<ClientLink>,
    /// Over HTTP: the id that later requests carry.
    pub(crate) id: Option<String>,
    identity: OnceLock<ClientIdentity>,
    pub(crate) in_flight: Arc<RequestsInFlight>,
    sessions: Mutex<HashMap<Arc<str>, Arc<ClientSession>>>,
    /// Set once the client gets changes of approvals.
    subscribed: AtomicBool,
    /// The tasks that work for the client.
    pub(crate) tasks: TaskTracker,
    /// The client sent `shutdown`, or the server ends.
    closing: AtomicBool,
    /// Cancelled when the client is gone.
    pub(super) gone: CancellationToken,
    /// Cancelled when the last answer was sent and the connection may close.
    pub(crate) over: CancellationToken,
    _counted: GaugeGuard,
}

/// What a client said in `initialize`.
#[derive(Debug)]
pub(super) struct ClientIdentity {
    /// Its name, as it says itself.
    pub(super) name: String,
    pub(super) capabilities: Capabilities,
    /// Functions for all sessions of the client.
    pub(super) functions: Vec<FunctionParams>,
}

/// An answer that is ready to be sent.
pub(crate) struct OutgoingResponse {
    pub(crate) line: MessageLine,
    /// Held until the answer is sent, so that a client that does not read runs into
    /// its limits.
    pub(crate) place: Option<RequestSlot>,
    /// It answers `shutdown`: nothing follows.
    pub(crate) last: bool,
}

impl OutgoingResponse {
    fn internal_error(id: &Id) -> Self {
        let error = RpcError::new(
            RpcErrorCode::Internal,
            "internal error; this is a bug in the server",
        );
        Self::immediate(write::error(Some(id), &error))
    }

    /// An answer that needed no slot among the requests in flight.
    pub(crate) fn immediate(line: MessageLine) -> Self {
        Self {
            line,
            place: None,
            last: false,
        }
    }
}

/// A future of an answer.
pub(crate) type PendingResponse = Pin<Box<dyn Future<Output = OutgoingResponse> + Send>>;

/// How the server reacts to a message.
pub(crate) enum MessageResult {
    /// Sends no answer.
    Nothing,
    /// Answers at once.
    Now(OutgoingResponse),
    /// Answers later.
    Later(PendingResponse),
}

impl ConnectedClient {
    pub(crate) fn new(
        server: &Arc<ServerState>,
        transport: &'static str,
        id: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self {
            link: Arc::new(ClientLink::new(&server.metrics, id.is_some())),
            _counted: server.metrics.client(transport),
            id,
            identity: OnceLock::new(),
            in_flight: Arc::new(RequestsInFlight::new(server)),
            sessions: Mutex::default(),
            subscribed: AtomicBool::new(false),
            tasks: TaskTracker::new(),
            closing: AtomicBool::new(false),
            gone: CancellationToken::new(),
            over: CancellationToken::new(),
            server: Arc::clone(server),
        })
    }

    /// Handles one message. Answers that need not wait are returned at once.
    pub(crate) async fn handle(self: &Arc<Self>, bytes: &[u8]) -> MessageResult {
        match RpcMessage::read(bytes) {
            Err(wrong) => {
                let metrics = &self.server.metrics;
                metrics.count_request("unreadable", Some(&wrong.error));
                // The hook that asked the client fails with this error.
                if let Some(question) = &wrong.answers
                    && self.link.answered(question, Err(wrong.error.clone()))
                {
                    return MessageResult::Nothing;
                }
                let line = write::error(wrong.id.as_ref(), &wrong.error);
                MessageResult::Now(OutgoingResponse::immediate(line))
            }
            Ok(RpcMessage::Response { id, result }) => {
                let _ = self.link.answered(&id, result);
                MessageResult::Nothing
            }
            Ok(RpcMessage::Notification { method, params }) => {
                self.handle_notification(&method, params, bytes.len()).await;
                MessageResult::Nothing
            }
            Ok(RpcMessage::Request { id, method, params }) => {
                let answered = self.handle_request(&id, &method, params, bytes.len());
                match answered {
                    Err(error) => {
                        let name = Method::named(&method).map_or("unknown", Method::name);
                        self.server.metrics.count_request(name, Some(&error));
                        let line = write::error(Some(&id), &error);
                        MessageResult::Now(OutgoingResponse::immediate(line))
                    }
                    Ok(later) => at_once(later).await,
                }
            }
        }
    }

    async fn handle_notification(
        self: &Arc<Self>,
        method: &str,
        params: Option<&RawValue>,
        bytes: usize,
    ) {
        if Method::named(method) == Some(Method::Cancel) {
            if let Ok(params) = method_call::cancelled(params) {
                self.in_flight.cancel(&params.id);
            }
            return;
        }
        let Ok(call) = self.read_call(method, params) else {
            return;
        };
        if let Ok(place) = self.in_flight.admit(None, bytes) {
            let nobody = Id::Number(0);
            let (doing, of) = (Arc::clone(self), Arc::clone(self));
            let doing: PendingResponse = Box::pin(answer(doing, nobody, call, place));
            match at_once(doing).await {
                MessageResult::Later(doing) => {
                    self.tasks.spawn(async move { of.note_sent(&doing.await) });
                }
                MessageResult::Now(answered) => self.note_sent(&answered),
                MessageResult::Nothing => {}
            }
        }
    }

    /// Notes that an answer was sent, or that nobody reads it.
    pub(crate) fn note_sent(&self, answered: &OutgoingResponse) {
        if answered.last {
            self.over.cancel();
        }
    }

    fn handle_request(
        self: &Arc<Self>,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
        bytes: usize,
    ) -> Result<PendingResponse, RpcError> {
        let call = self.read_call(method, params)?;
        let place = self.in_flight.admit(Some(id.clone()), bytes)?;
        let answering = answer(Arc::clone(self), id.clone(), call, place);
        let id = id.clone();
        // A panic must not leave the client without an answer.
        Ok(Box::pin(AssertUnwindSafe(answering).catch_unwind().map(
            move |answered| answered.unwrap_or_else(|_| OutgoingResponse::internal_error(&id)),
        )))
    }

    /// Reads the call, if the client may make it now.
    fn read_call(&self, method: &str, params: Option<&RawValue>) -> Result<MethodCall, RpcError> {
        let known = Method::named(method).ok_or_else(|| {
            RpcError::new(
                RpcErrorCode::MethodNotFound,
                format!("unknown method `{method}`"),
            )
        })?;
        if self.server.is_draining() || self.is_closing() {
            return Err(RpcError::shutting_down());
        }
        if self.identity.get().is_none() && !matches!(known, Method::Initialize | Method::Shutdown)
        {
            let message = "the client is not initialized; send `initialize` first";
            return Err(RpcError::new(RpcErrorCode::NotInitialized, message));
        }
        MethodCall::read(known, params)
    }

    /// Keeps what the client said in `initialize`; false when it was sent before.
    pub(super) fn set_identity(&self, identity: ClientIdentity) -> bool {
        self.identity.set(identity).is_ok()
    }

    /// Whether the client has sent `initialize`.
    #[cfg(feature = "http")]
    pub(crate) fn is_initialized(&self) -> bool {
        self.identity.get().is_some()
    }

    /// Refuses all further requests of the client.
    pub(super) fn start_closing(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<ClientSession>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of this id, if this client started it.
    pub(super) fn session(&self, id: &str) -> Option<Arc<ClientSession>> {
        self.lock().get(id).cloned()
    }

    /// The session of this id, or the error that there is none.
    pub(super) fn require_session(&self, id: &str) -> Result<Arc<ClientSession>, RpcError> {
        self.session(id).ok_or_else(|| unknown_session(id))
    }

    /// Keeps a new session, unless the client has too many.
    pub(super) fn keep_session(
        &self,
        id: Arc<str>,
        session: ClientSession,
    ) -> Result<(), RpcError> {
        let limit = self.server.options.limits.sessions;
        let mut sessions = self.lock();
        if sessions.len() >= limit {
            drop(sessions);
            let message = format!("too many sessions (the limit is {limit}); end some");
            return Err(RpcError::new(RpcErrorCode::TooManyRequests, message));
        }
        sessions.insert(id, Arc::new(session));
        Ok(())
    }

    /// Removes a session that is about to end.
    pub(super) fn take_session(&self, id: &str) -> Result<Arc<ClientSession>, RpcError> {
        self.lock().remove(id).ok_or_else(|| unknown_session(id))
    }

    /// Gives a session the client's approver and functions.
    pub(super) fn add_client_hooks(
        &self,
        session: &Session,
        known_as: &Arc<str>,
        cwd: &str,
    ) -> Result<(), RpcError> {
        let Some(identity) = self.identity.get() else {
            return Ok(());
        };
        let asks = identity.capabilities.approvals.then(|| ClientApprover {
            link: Arc::clone(&self.link),
            session: Arc::clone(known_as),
        });
        match (&self.server.options.approvals, asks) {
            (Some(host), client) => {
                let approver = SessionApprover {
                    host: Arc::clone(host),
                    client: client.map(|client| (client, self.name())),
                    session: Arc::clone(known_as),
                    cwd: cwd.to_owned(),
                    since: now(),
                };
                session.set_approver(Arc::new(SharedApprover(Arc::new(approver))));
            }
            (None, Some(client)) => session.set_approver(Arc::new(client)),
            (None, None) => {}
        }
        self.add_functions(session, known_as, &identity.functions)
    }

    pub(super) fn add_functions(
        &self,
        session: &Session,
        known_as: &Arc<str>,
        all: &[FunctionParams],
    ) -> Result<(), RpcError> {
        for one in all {
            let matcher = one.matcher.as_deref();
            functions::add(
                session, &self.link, known_as, &one.event, matcher, &one.hook,
            )?;
        }
        Ok(())
    }

    /// The client's name, as it says itself.
    pub(super) fn name(&self) -> String {
        let name = self.identity.get().map(|identity| identity.name.clone());
        name.filter(|name| !name.is_empty())
            .unwrap_or_else(|| "unnamed".to_owned())
    }

    /// Notes that the client gets changes of approvals; false when it does already.
    pub(super) fn subscribe_once(&self) -> bool {
        !self.subscribed.swap(true, Ordering::Relaxed)
    }

    /// Whether the client has functions or can ask a person.
    pub(super) fn has_client_hooks(&self) -> bool {
        self.identity.get().is_some_and(|identity| {
            identity.capabilities.approvals || !identity.functions.is_empty()
        })
    }

    /// The number of functions for all sessions of the client.
    pub(super) fn function_count(&self) -> usize {
        self.identity
            .get()
            .map_or(0, |identity| identity.functions.len())
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        let identity = self.identity.get();
        identity
            .map(|identity| identity.capabilities)
            .unwrap_or_default()
    }

    /// Ends all sessions of the client.
    pub(super) async fn end_sessions(&self) {
        let sessions: Vec<_> = self.lock().drain().collect();
        // At the same time: there may be thousands.
        let at_once = CancellationToken::new();
        let ends = sessions.iter();
        join_all(ends.map(|(_, own)| own.end(Duration::ZERO, &at_once))).await;
    }

    /// Cancels the requests in flight because the server ends, and waits up to
    /// `patience` until the client has read that.
    pub(crate) async fn cancel_requests(&self, patience: Duration) {
        self.start_closing();
        self.in_flight.close();
        let _ = tokio::time::timeout(patience, self.in_flight.until(0)).await;
    }

    /// Ends everything that works for a client that is gone.
    pub(crate) async fn finish(&self) {
        self.start_closing();
        self.gone.cancel();
        self.in_flight.close();
        self.link.close();
        self.tasks.close();
        self.tasks.wait().await;
        self.end_sessions().await;
        self.over.cancel();
    }
}

/// The time in milliseconds since 1970.
fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}

fn unknown_session(id: &str) -> RpcError {
    let message = format!("unknown session `{id}`; start it with `session/start`");
    RpcError::new(RpcErrorCode::UnknownSession, message)
}

/// Polls an answer once; returns it, or the future that goes on.
async fn at_once(mut later: PendingResponse) -> MessageResult {
    match poll!(&mut later) {
        Poll::Ready(answered) => MessageResult::Now(answered),
        Poll::Pending => MessageResult::Later(later),
    }
}
