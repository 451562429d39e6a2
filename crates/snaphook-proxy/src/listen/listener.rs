//! Listens for clients, until the host ends it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use snaphook::{CancellationToken, Engine};
use snaphook_listen::{ListenError, ListenerStop, LocalListener, ReadBudget};
use tokio_util::task::TaskTracker;

use super::options::ProxyListenOptions;
use super::reply::refuse;
use super::router::{RouterState, router};
use super::sessions::Sessions;
use crate::proxy::ProxyOptions;
use crate::upstream::UpstreamServer;

/// How many messages of the largest size are read at a time.
const READ_AT_ONCE: usize = 4;

/// How long the last answers may take to be written.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A listener for clients that speak streamable HTTP, at the path `/mcp`.
#[derive(Debug)]
pub struct ProxyListener {
    listener: LocalListener,
    options: ProxyListenOptions,
}

impl ProxyListener {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or the address is not allowed.
    pub async fn listen(
        address: SocketAddr,
        options: ProxyListenOptions,
    ) -> Result<Self, ListenError> {
        let listener = LocalListener::listen(address, options.access.clone()).await?;
        // A client has a connection for its stream, and some for its requests.
        let connections = options.sessions.saturating_mul(4).clamp(16, 1024);
        Ok(Self {
            listener: listener.connections(connections),
            options,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves clients until `stop` is cancelled. Each session has a server of its own, made
    /// from `server`, and an id of its own in place of that in `proxy`. All servers have
    /// ended when this returns.
    pub async fn run(
        self,
        engine: Engine,
        server: UpstreamServer,
        proxy: ProxyOptions,
        stop: CancellationToken,
    ) {
        let ProxyListenOptions {
            access,
            sessions,
            idle,
            message_bytes,
        } = self.options;
        let sessions = Arc::new(Sessions::new(engine, server, proxy, sessions));
        let state = Arc::new(RouterState {
            sessions: Arc::clone(&sessions),
            budget: ReadBudget::new(message_bytes.saturating_mul(READ_AT_ONCE)),
            message_bytes,
            arrival: access.arrival,
        });
        let connections = TaskTracker::new();
        let ends = ListenerStop {
            accepting: stop.clone(),
            closing: CancellationToken::new(),
        };
        let listening = self
            .listener
            .serve(router(&state), refuse, ends.clone(), &connections);
        tokio::select! {
            () = listening => {}
            () = sessions.remove_idle(idle) => {}
        }
        sessions.end_all().await;
        ends.closing.cancel();
        connections.close();
        let _ = tokio::time::timeout(LAST_WORDS, connections.wait()).await;
    }
}
