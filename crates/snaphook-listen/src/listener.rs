//! Binds the address, accepts connections, lets requests in, and serves each connection
//! until the listener ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::AccessPolicy;
use crate::half_open::{HalfOpenConnection, HalfOpenConnections};
use crate::options::{ListenError, ListenOptions};

/// The most bytes of a request's headers.
const HEAD_BYTES: usize = 64 * 1024;
/// How long the last messages to clients may take.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The pause after a failed accept (mostly: out of file descriptors).
const PAUSE: Duration = Duration::from_millis(50);

/// A listener for HTTP.
#[derive(Debug)]
pub struct LocalListener {
    listener: TcpListener,
    address: SocketAddr,
    options: ListenOptions,
    /// What needs no token.
    open: Router,
}

/// When a listener ends.
#[derive(Debug, Clone, Default)]
pub struct ListenerStop {
    /// No connection is accepted any more.
    pub accepting: CancellationToken,
    /// Connections end.
    pub closing: CancellationToken,
}

/// Answers a request that is not let in.
type Refusal = fn(StatusCode, &'static str) -> Response;

/// What all connections share.
struct ListenerState {
    access: AccessPolicy,
    slots: Arc<Semaphore>,
    half_open: HalfOpenConnections,
    arrival: Duration,
    refusal: Refusal,
    closing: CancellationToken,
}

impl LocalListener {
    /// Listens at this address.
    ///
    /// # Errors
    /// When it cannot listen there, or the address is not allowed.
    pub async fn listen(address: SocketAddr, options: ListenOptions) -> Result<Self, ListenError> {
        if !address.ip().is_loopback() && !options.remote {
            return Err(ListenError::NotLoopback(address));
        }
        if !address.ip().is_loopback() && options.token.is_none() {
            return Err(ListenError::NoToken(address));
        }
        let failed = |source| ListenError::Io { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            listener,
            options,
            open: Router::new(),
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Changes how many connections there may be.
    #[must_use]
    pub fn connections(mut self, connections: usize) -> Self {
        self.options.connections = connections;
        self
    }

    /// Adds routes that check by themselves whom they let in: they need no token, and web
    /// pages may send requests to them.
    #[must_use]
    pub fn open_routes(mut self, router: Router) -> Self {
        self.open = router;
        self
    }

    /// Serves every request that is let in with the router, until `stop` says otherwise.
    /// The connections run as tasks of `tasks`; `refusal` answers requests that are not
    /// let in.
    pub async fn serve(
        self,
        router: Router,
        refusal: Refusal,
        stop: ListenerStop,
        tasks: &TaskTracker,
    ) {
        let ListenOptions {
            token,
            hosts,
            arrival,
            connections,
            ..
        } = self.options;
        let connections = connections.clamp(2, Semaphore::MAX_PERMITS);
        let state = Arc::new(ListenerState {
            access: AccessPolicy::new(token, self.address, &hosts),
            slots: Arc::new(Semaphore::new(connections)),
            half_open: HalfOpenConnections::new(connections / 2),
            arrival,
            refusal,
            closing: stop.closing,
        });
        let router = router
            .layer(from_fn_with_state(Arc::clone(&state), check_access))
            .merge(self.open);
        loop {
            let next = async {
                let place = Arc::clone(&state.slots).acquire_owned().await.ok()?;
                state.half_open.room().await;
                Some((place, self.listener.accept().await))
            };
            let accepted = tokio::select! {
                biased;
                () = stop.accepting.cancelled() => return,
                accepted = next => accepted,
            };
            let Some((place, accepted)) = accepted else {
                return;
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let newcomer = state.half_open.open();
            let (state, router) = (Arc::clone(&state), router.clone());
            tasks.spawn(async move {
                let _place = place;
                connection(&state, router, stream, newcomer).await;
            });
        }
    }
}

/// Every request passes the access check first.
async fn check_access(
    State(state): State<Arc<ListenerState>>,
    request: Request,
    next: Next,
) -> Response {
    match state.access.check(request.headers()) {
        Ok(()) => {
            if let Some(newcomer) = request.extensions().get::<Arc<HalfOpenConnection>>() {
                state.half_open.leave(newcomer);
            }
            let mut response = next.run(request).await;
            // An idle connection must not keep another client out.
            if state.slots.available_permits() == 0 {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
            }
            response
        }
        Err((status, words)) => {
            let mut response = (state.refusal)(status, words);
            if status == StatusCode::UNAUTHORIZED {
                let bearer = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(WWW_AUTHENTICATE, bearer);
            }
            response
        }
    }
}

/// One connection, until either side closes it.
async fn connection(
    state: &ListenerState,
    router: Router,
    stream: TcpStream,
    newcomer: Arc<HalfOpenConnection>,
) {
    // Answers are small, and clients wait for them.
    let _ = stream.set_nodelay(true);
    let _left = HalfOpenGuard {
        state,
        newcomer: &newcomer,
    };
    let router = router.layer(Extension(Arc::clone(&newcomer)));
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(state.arrival)
        .max_buf_size(HEAD_BYTES);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // An error means that the client closed the connection.
        _ = &mut connection => return,
        () = newcomer.evicted.cancelled() => return,
        () = state.closing.cancelled() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(LAST_WORDS, connection).await;
}

/// A connection that ends is no longer half open.
struct HalfOpenGuard<'a> {
    state: &'a ListenerState,
    newcomer: &'a Arc<HalfOpenConnection>,
}

impl Drop for HalfOpenGuard<'_> {
    fn drop(&mut self) {
        self.state.half_open.leave(self.newcomer);
    }
}
