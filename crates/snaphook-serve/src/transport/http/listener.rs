//! The listener: binds the address, accepts connections and serves each until the
//! server ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::budget::Budget;
use super::clients::Clients;
use super::door::Door;
use super::half_open::{HalfOpen, Newcomer};
use super::options::{HttpError, HttpOptions};
use super::served::{Served, router};
use crate::shared::Shared;
use crate::transport::accept::Accepting;

/// How large the head of a request may be.
const HEAD_BYTES: usize = 64 * 1024;
/// How long the last words to clients may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A listener for HTTP.
#[derive(Debug)]
pub struct Http {
    listener: TcpListener,
    address: SocketAddr,
    options: HttpOptions,
}

impl Http {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or must not.
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

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Serves everybody who connects, until the server ends.
pub(crate) async fn serve(server: Arc<Shared>, http: Http) {
    let connections = connections(&server);
    let served = Arc::new(Served {
        strangers: Budget::of(&server.options.limits),
        accepting: Accepting::of(&server, connections),
        waiting: Semaphore::new(connections / 2),
        half_open: HalfOpen::new(connections / 2),
        arrival: http.options.arrival,
        clients: Clients::new(&server),
        door: Door::new(http.options.token, http.address, &http.options.hosts),
        server: Arc::clone(&server),
    });
    let listening = listen(&served, &http.listener);
    tokio::join!(listening, served.clients.watch(http.options.idle));
    served.clients.dismiss(LAST_WORDS).await;
}

/// How many connections there may be. A client has one for its events, and some
/// for its requests; half of the files that may be open are for others, such as
/// the pipes of hooks.
fn connections(server: &Shared) -> usize {
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

async fn listen(served: &Arc<Served>, listener: &TcpListener) {
    let Served {
        server, accepting, ..
    } = &**served;
    while let Some(place) = accepting.place().await {
        let next = async {
            served.half_open.room().await;
            listener.accept().await
        };
        let accepted = tokio::select! {
            accepted = next => accepted,
            () = server.draining.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            accepting.pause().await;
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
async fn connection(served: &Arc<Served>, stream: TcpStream, newcomer: Arc<Newcomer>) {
    // Answers are small and somebody waits for them.
    let _ = stream.set_nodelay(true);
    let _left = Left {
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
        // An error is the other side's end.
        _ = &mut connection => return,
        () = newcomer.evicted.cancelled() => return,
        () = served.server.closing.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(LAST_WORDS, connection).await;
}

/// A connection that ends is no longer half open.
struct Left<'a> {
    served: &'a Served,
    newcomer: &'a Arc<Newcomer>,
}

impl Drop for Left<'_> {
    fn drop(&mut self) {
        self.served.half_open.leave(self.newcomer);
    }
}
