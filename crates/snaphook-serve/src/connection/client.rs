//! One client: what it has started, what it waits for, and what it brought.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Poll;
use std::time::Duration;

use futures_util::future::{FutureExt, join_all};
use futures_util::poll;
use serde_json::value::RawValue;
use snaphook::{CancellationToken, Session};
use tokio_util::task::TaskTracker;

use super::answer::answer;
use super::approvals::ClientApprover;
use super::call::{self, Call};
use super::functions;
use super::in_flight::{InFlight, Place};
use super::link::Link;
use super::own_session::OwnSession;
use crate::metrics::Counted;
use crate::protocol::write::{self, Line};
use crate::protocol::{Capabilities, Code, FunctionParams, Id, Message, Method, RpcError};
use crate::shared::Shared;

/// One client, whatever it is connected by.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) server: Arc<Shared>,
    pub(crate) link: Arc<Link>,
    /// What later requests of the client carry, where there is no connection.
    pub(crate) id: Option<String>,
    who: OnceLock<Who>,
    pub(crate) in_flight: Arc<InFlight>,
    sessions: Mutex<HashMap<Arc<str>, Arc<OwnSession>>>,
    /// What is done for it.
    pub(crate) tasks: TaskTracker,
    /// It has said that it goes.
    leaving: AtomicBool,
    /// Cancelled when it is gone.
    pub(super) gone: CancellationToken,
    /// Everything was said; cancelled when the connection may close.
    pub(crate) over: CancellationToken,
    _counted: Counted,
}

/// Who a client is, since it said so.
#[derive(Debug)]
pub(super) struct Who {
    pub(super) capabilities: Capabilities,
    /// Its functions, for all its sessions.
    pub(super) functions: Vec<FunctionParams>,
}

/// An answer.
pub(crate) struct Answered {
    pub(crate) line: Line,
    /// Held until it is said: who does not read what is said gets no more.
    pub(crate) place: Option<Place>,
    /// It is the last that the client wants to hear.
    pub(crate) last: bool,
}

impl Answered {
    fn of_fault(id: &Id) -> Self {
        let error = RpcError::new(Code::Internal, "the server failed: this is a bug in it");
        Self::at_once(write::error(Some(id), &error))
    }

    /// An answer to what was not even begun.
    pub(crate) fn at_once(line: Line) -> Self {
        Self {
            line,
            place: None,
            last: false,
        }
    }
}

/// An answer that is not there yet.
pub(crate) type Later = Pin<Box<dyn Future<Output = Answered> + Send>>;

/// What comes of a message.
pub(crate) enum Taken {
    /// Nothing is to be answered.
    Nothing,
    /// An answer.
    Now(Answered),
    /// An answer that is to be waited for.
    Later(Later),
}

impl Client {
    pub(crate) fn new(
        server: &Arc<Shared>,
        transport: &'static str,
        id: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self {
            link: Arc::new(Link::new(&server.metrics, id.is_some())),
            _counted: server.metrics.client(transport),
            id,
            who: OnceLock::new(),
            in_flight: Arc::new(InFlight::new(server)),
            sessions: Mutex::default(),
            tasks: TaskTracker::new(),
            leaving: AtomicBool::new(false),
            gone: CancellationToken::new(),
            over: CancellationToken::new(),
            server: Arc::clone(server),
        })
    }

    /// Takes a message. Answers that need nobody else are there at once.
    pub(crate) async fn take(self: &Arc<Self>, bytes: &[u8]) -> Taken {
        match Message::read(bytes) {
            Err(wrong) => {
                let metrics = &self.server.metrics;
                metrics.answered("unreadable", Some(&wrong.error));
                // Whoever asked hears what is wrong: it fails a hook.
                if let Some(question) = &wrong.answers
                    && self.link.answered(question, Err(wrong.error.clone()))
                {
                    return Taken::Nothing;
                }
                let line = write::error(wrong.id.as_ref(), &wrong.error);
                Taken::Now(Answered::at_once(line))
            }
            Ok(Message::Response { id, result }) => {
                let _ = self.link.answered(&id, result);
                Taken::Nothing
            }
            Ok(Message::Notification { method, params }) => {
                self.notified(&method, params, bytes.len()).await;
                Taken::Nothing
            }
            Ok(Message::Request { id, method, params }) => {
                let answered = self.requested(&id, &method, params, bytes.len());
                match answered {
                    Err(error) => {
                        let name = Method::named(&method).map_or("unknown", Method::name);
                        self.server.metrics.answered(name, Some(&error));
                        let line = write::error(Some(&id), &error);
                        Taken::Now(Answered::at_once(line))
                    }
                    Ok(later) => at_once(later).await,
                }
            }
        }
    }

    async fn notified(self: &Arc<Self>, method: &str, params: Option<&RawValue>, bytes: usize) {
        if Method::named(method) == Some(Method::Cancel) {
            if let Ok(params) = call::cancelled(params) {
                self.in_flight.cancel(&params.id);
            }
            return;
        }
        let Ok(call) = self.admissible(method, params) else {
            return;
        };
        if let Ok(place) = self.in_flight.admit(None, bytes) {
            let nobody = Id::Number(0);
            let (doing, of) = (Arc::clone(self), Arc::clone(self));
            let doing: Later = Box::pin(answer(doing, nobody, call, place));
            match at_once(doing).await {
                Taken::Later(doing) => {
                    self.tasks.spawn(async move { of.done(&doing.await) });
                }
                Taken::Now(answered) => self.done(&answered),
                Taken::Nothing => {}
            }
        }
    }

    /// An answer was said, or nobody wants to hear it.
    pub(crate) fn done(&self, answered: &Answered) {
        if answered.last {
            self.over.cancel();
        }
    }

    fn requested(
        self: &Arc<Self>,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
        bytes: usize,
    ) -> Result<Later, RpcError> {
        let call = self.admissible(method, params)?;
        let place = self.in_flight.admit(Some(id.clone()), bytes)?;
        let answering = answer(Arc::clone(self), id.clone(), call, place);
        let id = id.clone();
        // A fault of the server must not leave anybody without an answer.
        Ok(Box::pin(AssertUnwindSafe(answering).catch_unwind().map(
            move |answered| answered.unwrap_or_else(|_| Answered::of_fault(&id)),
        )))
    }

    /// The call, if it may be done now.
    fn admissible(&self, method: &str, params: Option<&RawValue>) -> Result<Call, RpcError> {
        let known = Method::named(method).ok_or_else(|| {
            RpcError::new(
                Code::MethodNotFound,
                format!("there is no method `{method}`"),
            )
        })?;
        if self.server.is_draining() || self.is_leaving() {
            return Err(RpcError::shutting_down());
        }
        if self.who.get().is_none() && !matches!(known, Method::Initialize | Method::Shutdown) {
            let message = "say `initialize` first";
            return Err(RpcError::new(Code::NotInitialized, message));
        }
        Call::read(known, params)
    }

    /// The client says who it is; false when it has said so before.
    pub(super) fn is(&self, who: Who) -> bool {
        self.who.set(who).is_ok()
    }

    /// Whether it has said who it is.
    #[cfg(feature = "http")]
    pub(crate) fn is_known(&self) -> bool {
        self.who.get().is_some()
    }

    /// From now on it asks nothing more.
    pub(super) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<OwnSession>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A session that the client has started.
    pub(super) fn session(&self, id: &str) -> Option<Arc<OwnSession>> {
        self.lock().get(id).cloned()
    }

    /// The same, where there must be one.
    pub(super) fn named_session(&self, id: &str) -> Result<Arc<OwnSession>, RpcError> {
        self.session(id).ok_or_else(|| unknown_session(id))
    }

    /// Keeps a session that was started, if there is room for it.
    pub(super) fn keep_session(&self, id: Arc<str>, session: OwnSession) -> Result<(), RpcError> {
        let limit = self.server.options.limits.sessions;
        let mut sessions = self.lock();
        if sessions.len() >= limit {
            drop(sessions);
            let message = format!("this client has {limit} sessions: end some");
            return Err(RpcError::new(Code::TooManyRequests, message));
        }
        sessions.insert(id, Arc::new(session));
        Ok(())
    }

    /// Takes a session out: it is about to end.
    pub(super) fn forget_session(&self, id: &str) -> Result<Arc<OwnSession>, RpcError> {
        self.lock().remove(id).ok_or_else(|| unknown_session(id))
    }

    /// Gives a session what is the client's own: its person, its functions.
    pub(super) fn equip(&self, session: &Session, known_as: &Arc<str>) -> Result<(), RpcError> {
        let Some(who) = self.who.get() else {
            return Ok(());
        };
        if who.capabilities.approvals {
            session.set_approver(Arc::new(ClientApprover {
                link: Arc::clone(&self.link),
                session: Arc::clone(known_as),
            }));
        }
        self.add_functions(session, known_as, &who.functions)
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

    /// Whether it brought functions, or somebody to ask.
    pub(super) fn is_equipped(&self) -> bool {
        self.who
            .get()
            .is_some_and(|who| who.capabilities.approvals || !who.functions.is_empty())
    }

    /// How many functions it brought for all its sessions.
    pub(super) fn own_functions(&self) -> usize {
        self.who.get().map_or(0, |who| who.functions.len())
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        let who = self.who.get();
        who.map(|who| who.capabilities).unwrap_or_default()
    }

    /// Ends its sessions.
    pub(super) async fn end_sessions(&self) {
        let sessions: Vec<_> = self.lock().drain().collect();
        // One after the other would be long for thousands that have to be ended.
        let at_once = CancellationToken::new();
        let ends = sessions.iter();
        join_all(ends.map(|(_, own)| own.end(Duration::ZERO, &at_once))).await;
    }

    /// The server goes: what is in flight is cancelled, and said to be, if the
    /// client reads it within `patience`.
    pub(crate) async fn dismiss(&self, patience: Duration) {
        self.leave();
        self.in_flight.close();
        let _ = tokio::time::timeout(patience, self.in_flight.until(0)).await;
    }

    /// The client is gone: whatever was done for it ends.
    pub(crate) async fn finish(&self) {
        self.leave();
        self.gone.cancel();
        self.in_flight.close();
        self.link.close();
        self.tasks.close();
        self.tasks.wait().await;
        self.end_sessions().await;
        self.over.cancel();
    }
}

fn unknown_session(id: &str) -> RpcError {
    let message = format!("this client has no session `{id}`: say `session/start` first");
    RpcError::new(Code::UnknownSession, message)
}

/// An answer that is there without waiting, or the rest of the way to it.
async fn at_once(mut later: Later) -> Taken {
    match poll!(&mut later) {
        Poll::Ready(answered) => Taken::Now(answered),
        Poll::Pending => Taken::Later(later),
    }
}
