//! Binds the address, accepts connections and serves each until the server ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::access::AccessPolicy;
use super::clients::HttpClients;
use super::half_open::{HalfOpenConnection, HalfOpenConnections};
use super::options::{HttpError, HttpOptions};
use super::read_budget::ReadBudget;
use super::router::{HttpState, router};
use crate::state::ServerState;
use crate::transport::connection_slots::ConnectionSlots;

/// The most bytes of a request's headers.
const HEAD_BYTES: usize = 64 * 1024;
/// How long the last messages to clients may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A listener for HTTP.
#[derive(Debug)]
pub struct HttpListener {
    listener: TcpListener,
    address: SocketAddr,
    options: HttpOptions,
}

impl HttpListener {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or the address is not allowed.
    pub async fn listen(address: SocketAddr, options: HttpOptions) -> Result<Self, HttpError> {
        if !address.ip().is_loopback() && !options.remote {
            return Err(HttpError::NotLoopback(address));
        }
        let failed = |source| HttpError::Io { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            listener,
            options,
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Serves every client that connects, until the server ends.
pub(crate) async fn serve(server: Arc<ServerState>, http: HttpListener) {
    let connections = connections(&server);
    let served = Arc::new(HttpState {
        new_clients: ReadBudget::of(&server.options.limits),
        slots: ConnectionSlots::of(&server, connections),
        waiting: Semaphore::new(connections / 2),
        half_open: HalfOpenConnections::new(connections / 2),
        arrival: http.options.arrival,
        clients: HttpClients::new(&server),
        access: AccessPolicy::new(http.options.token, http.address, &http.options.hosts),
        server: Arc::clone(&server),
    });
    let listening = listen(&served, &http.listener);
    tokio::join!(listening, served.clients.remove_idle(http.options.idle));
    served.clients.cancel_requests(LAST_WORDS).await;
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

async fn listen(served: &Arc<HttpState>, listener: &TcpListener) {
    let HttpState { server, slots, .. } = &**served;
    while let Some(place) = slots.place().await {
        let next = async {
            served.half_open.room().await;
            listener.accept().await
        };
        let accepted = tokio::select! {
            accepted = next => accepted,
            () = server.draining.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            slots.pause().await;
            continue;
        };
        let newcomer = served.half_open.open();
        let served = Arc::clone(served);
        server.connections.spawn(async move {
            let _place = place;
            connection(&served, stream, newcomer).await;
        });
    }
}

/// One connection, until either side closes it.
async fn connection(served: &Arc<HttpState>, stream: TcpStream, newcomer: Arc<HalfOpenConnection>) {
    // Answers are small, and clients wait for them.
    let _ = stream.set_nodelay(true);
    let _left = HalfOpenGuard {
        served,
        newcomer: &newcomer,
    };
    let router = router(served).layer(Extension(Arc::clone(&newcomer)));
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(served.arrival)
        .max_buf_size(HEAD_BYTES);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // An error means that the client closed the connection.
        _ = &mut connection => return,
        () = newcomer.evicted.cancelled() => return,
        () = served.server.closing.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(LAST_WORDS, connection).await;
}

/// A connection that ends is no longer half open.
struct HalfOpenGuard<'a> {
    served: &'a HttpState,
    newcomer: &'a Arc<HalfOpenConnection>,
}

impl Drop for HalfOpenGuard<'_> {
    fn drop(&mut self) {
        self.served.half_open.leave(self.newcomer);
    }
}
