//! Listens at an address, and serves clients there until the server ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::Response;
use snaphook_listen::{ListenError, ListenerStop, LocalListener, ReadBudget};
use tokio::sync::Semaphore;

use super::clients::HttpClients;
use super::options::HttpOptions;
use super::router::{HttpState, link_router, router};
use super::rpc::refused;
use crate::options::ClientLimits;
use crate::protocol::{RpcError, RpcErrorCode};
use crate::state::ServerState;

/// How long the last messages to clients may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A listener for HTTP.
#[derive(Debug)]
pub struct HttpListener {
    listener: LocalListener,
    options: HttpOptions,
}

impl HttpListener {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or the address is not allowed.
    pub async fn listen(address: SocketAddr, options: HttpOptions) -> Result<Self, ListenError> {
        let listener = LocalListener::listen(address, options.listen()).await?;
        Ok(Self { listener, options })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.listener.address()
    }
}

/// Serves every client that connects, until the server ends.
pub(crate) async fn serve(server: Arc<ServerState>, http: HttpListener) {
    let connections = connections(&server);
    let served = Arc::new(HttpState {
        new_clients: read_budget(&server.options.limits),
        waiting: Semaphore::new(connections / 2),
        arrival: http.options.arrival,
        clients: HttpClients::new(&server),
        server: Arc::clone(&server),
    });
    let stop = ListenerStop {
        accepting: server.draining.clone(),
        closing: server.closing.clone(),
    };
    let listener = http.listener.connections(connections);
    let listener = listener.open_routes(link_router(&served));
    let listening = listener.serve(router(&served), refuse, stop, &server.connections);
    tokio::join!(listening, served.clients.remove_idle(http.options.idle));
    served.clients.cancel_requests(LAST_WORDS).await;
}

/// The budget for messages of one client, and at least for one message.
pub(super) fn read_budget(limits: &ClientLimits) -> ReadBudget {
    ReadBudget::new(limits.bytes_in_flight.max(limits.message_bytes))
}

fn refuse(status: StatusCode, words: &'static str) -> Response {
    refused(status, &RpcError::new(RpcErrorCode::InvalidRequest, words))
}

/// The number of connections to allow. A client has one for its events and some for
/// its requests. Half of the file descriptors are left for others, such as the pipes
/// of hooks.
fn connections(server: &ServerState) -> usize {
    let wanted = server.options.clients.clamp(1, Semaphore::MAX_PERMITS / 4) * 4;
    #[cfg(unix)]
    let wanted = {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.map_or(usize::MAX, |files| {
            usize::try_from(files).unwrap_or(usize::MAX)
        });
        wanted.min(files / 2).max(4)
    };
    wanted
}
