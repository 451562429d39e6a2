//! All sessions of a listener, by their ids, which nobody can guess.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use snaphook::Engine;
use tokio_util::task::TaskTracker;

use super::session::ClientSession;
use crate::proxy::{McpProxy, ProxyOptions};
use crate::upstream::{StartServerError, UpstreamServer};

/// The header with the id of a session.
pub(super) const SESSION: &str = "mcp-session-id";

/// How long the servers may take to end with the listener.
const LAST_SECONDS: Duration = Duration::from_secs(15);

pub(super) struct Sessions {
    engine: Engine,
    server: UpstreamServer,
    options: ProxyOptions,
    most: usize,
    by_id: Mutex<HashMap<String, Arc<ClientSession>>>,
    running: TaskTracker,
}

/// Why a session was not begun.
#[derive(Debug, thiserror::Error)]
pub(super) enum BeginSessionError {
    #[error("there are too many sessions; end one, or try again later")]
    TooMany,
    #[error(transparent)]
    Server(#[from] StartServerError),
}

impl Sessions {
    pub(super) fn new(
        engine: Engine,
        server: UpstreamServer,
        options: ProxyOptions,
        most: usize,
    ) -> Self {
        Self {
            engine,
            server,
            options,
            most: most.max(1),
            by_id: Mutex::default(),
            running: TaskTracker::new(),
        }
    }

    /// Begins a session, and starts its server.
    pub(super) fn begin(self: &Arc<Self>) -> Result<Arc<ClientSession>, BeginSessionError> {
        // All of its bits are random.
        let id = uuid::Uuid::new_v4().to_string();
        let mut by_id = self.lock();
        // The servers of sessions that have ended may need a moment, too.
        let is_full = by_id.len() >= self.most || self.running.len() >= self.most * 2;
        if is_full || self.running.is_closed() {
            return Err(BeginSessionError::TooMany);
        }
        let mut options = self.options.clone();
        // Not the id of the header: hooks and the log need not know what lets a client in.
        options.common.session_id = uuid::Uuid::now_v7().to_string();
        let proxy = McpProxy::start(&self.engine, self.server.clone(), options)?;
        let session = ClientSession::new(id.clone(), proxy.link());
        by_id.insert(id, Arc::clone(&session));
        drop(by_id);
        let (sessions, begun) = (Arc::clone(self), Arc::clone(&session));
        self.running.spawn(async move {
            Arc::clone(&begun).run(proxy).await;
            sessions.remove(&begun);
        });
        Ok(session)
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<ClientSession>> {
        self.lock().get(id).cloned()
    }

    /// Forgets the id of a session.
    pub(super) fn remove(&self, session: &ClientSession) {
        self.lock().remove(&session.id);
    }

    /// Whether the server needs no session, so that a single request may have its own.
    pub(super) fn may_be_short(&self) -> bool {
        matches!(self.server, UpstreamServer::Http(_))
    }

    /// Ends sessions without a request and a stream.
    pub(super) async fn remove_idle(&self, idle: Duration) {
        let pause = (idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(10));
        loop {
            tokio::time::sleep(pause).await;
            let idle: Vec<_> = {
                let by_id = self.lock();
                let idle = by_id.values().filter(|session| session.is_idle(idle));
                idle.cloned().collect()
            };
            for session in idle {
                self.remove(&session);
                session.close();
            }
        }
    }

    /// Ends all sessions and their servers.
    pub(super) async fn end_all(&self) {
        self.running.close();
        let all: Vec<_> = self.lock().drain().map(|(_, session)| session).collect();
        for session in all {
            session.stop();
        }
        let _ = tokio::time::timeout(LAST_SECONDS, self.running.wait()).await;
    }

    /// Held for a look-up, or the start of a server, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<ClientSession>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
