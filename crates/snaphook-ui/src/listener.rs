//! Binds the address of the page, and serves each connection until the program ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use snaphook_listen::{HalfOpenConnections, HostNames};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::host::PageHost;
use crate::log_access::LogAccess;
use crate::options::{PageError, PageOptions};
use crate::pulse::Pulse;
use crate::router::router;
use crate::state::PageState;
use crate::store_access::StoreAccess;

/// The most connections, and the most of them without the token.
const CONNECTIONS: usize = 256;
const HALF_OPEN: usize = 64;

/// What runs hooks or reads many events, at once.
const ACTIONS: usize = 4;

/// The most bytes of a request's headers.
const HEAD_BYTES: usize = 64 * 1024;

/// How long the headers of a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// How long the last responses may take.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The pause after a failed accept (mostly: out of file descriptors).
const PAUSE: Duration = Duration::from_millis(50);

/// A listener for the page.
#[derive(Debug)]
pub struct PageListener {
    listener: TcpListener,
    address: SocketAddr,
    options: PageOptions,
}

impl PageListener {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or the address is not allowed.
    pub async fn listen(address: SocketAddr, options: PageOptions) -> Result<Self, PageError> {
        if !address.ip().is_loopback() && !options.remote {
            return Err(PageError::NotLoopback(address));
        }
        let failed = |source| PageError::Io { address, source };
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

    /// Serves the page until `closing` is cancelled.
    pub async fn serve(self, host: Arc<dyn PageHost>, closing: CancellationToken) {
        let options = self.options;
        let log = Arc::new(LogAccess::new(options.log.clone(), &options.redact_fields));
        let approvals = Arc::new(StoreAccess::new(options.log, &options.redact_fields));
        let state = Arc::new(PageState {
            token: options.token,
            hosts: HostNames::new(self.address, &options.hosts),
            host,
            pulse: Pulse::start(&log, &approvals, closing.clone()),
            log,
            approvals,
            streams: Arc::default(),
            actions: Semaphore::new(ACTIONS),
            half_open: HalfOpenConnections::new(HALF_OPEN),
            closing,
        });
        accept(&state, &self.listener).await;
        let leaving = Arc::clone(&state.approvals);
        let _ = tokio::task::spawn_blocking(move || leaving.close()).await;
    }
}

async fn accept(state: &Arc<PageState>, listener: &TcpListener) {
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let next = async {
            let slot = Arc::clone(&slots).acquire_owned().await.ok();
            state.half_open.room().await;
            (slot, listener.accept().await)
        };
        let (slot, accepted) = tokio::select! {
            next = next => next,
            _ = connections.join_next(), if !connections.is_empty() => continue,
            () = state.closing.cancelled() => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let state = Arc::clone(state);
                connections.spawn(async move {
                    let _slot = slot;
                    connection(&state, stream).await;
                });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    while connections.join_next().await.is_some() {}
}

/// One connection, until either side closes it.
async fn connection(state: &Arc<PageState>, stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let newcomer = state.half_open.open();
    let router = router(state).layer(Extension(Arc::clone(&newcomer)));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(ARRIVAL)
        .max_buf_size(HEAD_BYTES);
    let service = TowerToHyperService::new(router);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    let is_open = tokio::select! {
        // An error means that the browser closed the connection.
        _ = &mut connection => false,
        () = newcomer.evicted.cancelled() => false,
        () = state.closing.cancelled() => true,
    };
    if is_open {
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(LAST_WORDS, connection).await;
    }
    state.half_open.leave(&newcomer);
}
