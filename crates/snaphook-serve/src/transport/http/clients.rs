//! Clients over HTTP: they have no connection, so they are known by an id, and
//! gone when nothing is heard of them for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use snaphook::CancellationToken;
use tokio::time::Instant;

use super::budget::Budget;
use crate::connection::Client;
use crate::shared::Shared;

/// A client, and when it was last heard of.
#[derive(Debug)]
pub(super) struct HttpClient {
    pub(super) client: Arc<Client>,
    /// What of its messages may be read at a time.
    pub(super) reading: Budget,
    heard: Mutex<Heard>,
}

#[derive(Debug)]
struct Heard {
    /// Requests and streams that are open.
    open: usize,
    last: Instant,
    /// Ends the stream of events that it has.
    stream: Option<CancellationToken>,
}

/// Something of a client is open: it is not idle.
pub(super) struct Open(Arc<HttpClient>);

impl HttpClient {
    fn new(client: Arc<Client>) -> Self {
        Self {
            reading: Budget::of(&client.server.options.limits),
            client,
            heard: Mutex::new(Heard {
                open: 0,
                last: Instant::now(),
                stream: None,
            }),
        }
    }

    /// Held for a look only, never across an await.
    fn lock(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens something.
    pub(super) fn open(self: &Arc<Self>) -> Open {
        self.lock().open += 1;
        Open(Arc::clone(self))
    }

    /// A new stream takes the place of the one that it has.
    pub(super) fn new_stream(&self) -> CancellationToken {
        let token = CancellationToken::new();
        let before = self.lock().stream.replace(token.clone());
        if let Some(before) = before {
            before.cancel();
        }
        token
    }

    fn is_idle(&self, time: Duration) -> bool {
        let heard = self.lock();
        heard.open == 0 && heard.last.elapsed() >= time
    }
}

impl Open {
    pub(super) fn client(&self) -> &Arc<Client> {
        &self.0.client
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut heard = self.0.lock();
        heard.open -= 1;
        heard.last = Instant::now();
    }
}

/// Every client of one listener.
#[derive(Debug)]
pub(super) struct Clients {
    server: Arc<Shared>,
    by_id: Mutex<HashMap<String, Arc<HttpClient>>>,
}

impl Clients {
    pub(super) fn new(server: &Arc<Shared>) -> Self {
        Self {
            server: Arc::clone(server),
            by_id: Mutex::default(),
        }
    }

    /// Held for a look-up only, never across an await.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<HttpClient>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A client that has said nothing yet; nothing when there are too many.
    pub(super) fn come(&self) -> Option<Arc<HttpClient>> {
        let id = uuid::Uuid::now_v7().to_string();
        let mut clients = self.lock();
        if clients.len() >= self.server.options.clients {
            return None;
        }
        let client = Client::new(&self.server, "http", Some(id.clone()));
        let client = Arc::new(HttpClient::new(client));
        clients.insert(id, Arc::clone(&client));
        Some(client)
    }

    pub(super) fn get(&self, id: &str) -> Option<Arc<HttpClient>> {
        self.lock().get(id).cloned()
    }

    /// A client is gone, and everything that was done for it ends.
    pub(super) fn leave(&self, client: &Arc<Client>) {
        if let Some(id) = &client.id {
            self.lock().remove(id);
        }
        let client = Arc::clone(client);
        let connections = &self.server.connections;
        connections.spawn(async move { client.finish().await });
    }

    /// Lets go of clients that are idle, until the server ends.
    pub(super) async fn watch(&self, idle: Duration) {
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
                self.leave(&client);
            }
        }
    }

    /// The server goes.
    pub(super) async fn dismiss(&self, patience: Duration) {
        let all: Vec<_> = self.lock().drain().map(|(_, one)| one).collect();
        let dismissed = all.iter().map(|one| async {
            one.client.dismiss(patience).await;
            one.client.finish().await;
        });
        join_all(dismissed).await;
    }
}
