//! Clients over HTTP. They have no lasting connection, so they are known by an id,
//! and removed when they are idle for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use snaphook::CancellationToken;
use snaphook_listen::ReadBudget;
use tokio::time::Instant;

use super::listener::read_budget;
use crate::connection::ConnectedClient;
use crate::state::ServerState;

/// A client over HTTP with its activity.
#[derive(Debug)]
pub(super) struct HttpClientEntry {
    pub(super) client: Arc<ConnectedClient>,
    /// Bounds the bytes of its messages that are read at a time.
    pub(super) reading: ReadBudget,
    activity: Mutex<ClientActivity>,
}

#[derive(Debug)]
struct ClientActivity {
    /// The open requests and streams.
    open: usize,
    last: Instant,
    /// Ends the client's current stream of events.
    stream: Option<CancellationToken>,
}

/// An open request or stream: the client is not idle.
pub(super) struct ActivityGuard(Arc<HttpClientEntry>);

impl HttpClientEntry {
    fn new(client: Arc<ConnectedClient>) -> Self {
        Self {
            reading: read_budget(&client.server.options.limits),
            client,
            activity: Mutex::new(ClientActivity {
                open: 0,
                last: Instant::now(),
                stream: None,
            }),
        }
    }

    /// Held for a look only, never across an await.
    fn lock(&self) -> MutexGuard<'_, ClientActivity> {
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an open request or stream, until the guard is dropped.
    pub(super) fn begin_activity(self: &Arc<Self>) -> ActivityGuard {
        self.lock().open += 1;
        ActivityGuard(Arc::clone(self))
    }

    /// Registers a new stream, which replaces the client's current one.
    pub(super) fn new_stream(&self) -> CancellationToken {
        let token = CancellationToken::new();
        let before = self.lock().stream.replace(token.clone());
        if let Some(before) = before {
            before.cancel();
        }
        token
    }

    fn is_idle(&self, time: Duration) -> bool {
        let activity = self.lock();
        activity.open == 0 && activity.last.elapsed() >= time
    }
}

impl ActivityGuard {
    pub(super) fn client(&self) -> &Arc<ConnectedClient> {
        &self.0.client
    }
}

impl Drop for ActivityGuard {
    fn drop(&mut self) {
        let mut activity = self.0.lock();
        activity.open -= 1;
        activity.last = Instant::now();
    }
}

/// All clients of one listener.
#[derive(Debug)]
pub(super) struct HttpClients {
    server: Arc<ServerState>,
    by_id: Mutex<HashMap<String, Arc<HttpClientEntry>>>,
}

impl HttpClients {
    pub(super) fn new(server: &Arc<ServerState>) -> Self {
        Self {
            server: Arc::clone(server),
            by_id: Mutex::default(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<HttpClientEntry>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a new client; `None` when there are too many.
    pub(super) fn add(&self) -> Option<Arc<HttpClientEntry>> {
        let id = uuid::Uuid::now_v7().to_string();
        let mut clients = self.lock();
        if clients.len() >= self.server.options.clients {
            return None;
        }
        let client = ConnectedClient::new(&self.server, "http", Some(id.clone()));
        let client = Arc::new(HttpClientEntry::new(client));
        clients.insert(id, Arc::clone(&client));
        Some(client)
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<HttpClientEntry>> {
        self.lock().get(id).cloned()
    }

    /// Removes a client and ends everything that works for it.
    pub(super) fn remove(&self, client: &Arc<ConnectedClient>) {
        if let Some(id) = &client.id {
            self.lock().remove(id);
        }
        let client = Arc::clone(client);
        let connections = &self.server.connections;
        connections.spawn(async move { client.finish().await });
    }

    /// Removes idle clients, until the server ends.
    pub(super) async fn remove_idle(&self, idle: Duration) {
        let pause = (idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(10));
        loop {
            tokio::select! {
                () = self.server.closing.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            let gone: Vec<_> = {
                let clients = self.lock();
                let idle = clients.values().filter(|client| client.is_idle(idle));
                idle.map(|one| Arc::clone(&one.client)).collect()
            };
            for client in gone {
                self.remove(&client);
            }
        }
    }

    /// Ends all clients: the server ends.
    pub(super) async fn cancel_requests(&self, patience: Duration) {
        let all: Vec<_> = self.lock().drain().map(|(_, one)| one).collect();
        let dismissed = all.iter().map(|one| async {
            one.client.cancel_requests(patience).await;
            one.client.finish().await;
        });
        join_all(dismissed).await;
    }
}
