//! The paths of the HTTP server, and the state that all requests share.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::access::AccessPolicy;
use super::clients::HttpClients;
use super::events::events;
use super::half_open::{HalfOpenConnection, HalfOpenConnections};
use super::read_budget::ReadBudget;
use super::rpc::{refused, rpc};
use crate::protocol::{Method, RpcError, RpcErrorCode};
use crate::state::ServerState;
use crate::transport::connection_slots::ConnectionSlots;

/// The state that all HTTP requests share.
pub(super) struct HttpState {
    pub(super) server: Arc<ServerState>,
    pub(super) clients: HttpClients,
    pub(super) access: AccessPolicy,
    /// Bounds the bytes of first messages (`initialize`) that are read at a time.
    pub(super) new_clients: ReadBudget,
    /// Slots for connections.
    pub(super) slots: ConnectionSlots,
    /// Slots for requests that wait for hooks.
    pub(super) waiting: Semaphore,
    /// The connections that have not shown the token yet.
    pub(super) half_open: HalfOpenConnections,
    /// How long the headers may take to arrive, and how long the body.
    pub(super) arrival: Duration,
}

impl HttpState {
    /// Takes a slot for a request that may wait for hooks. Each such request occupies a
    /// connection. If they could occupy all of them, the answers to `function/call`
    /// could not arrive, and no request would ever end.
    pub(super) fn may_wait(&self, method: &str) -> Result<Option<SemaphorePermit<'_>>, RpcError> {
        let waits = match Method::named(method) {
            Some(
                method
                @ (Method::Execute | Method::Authorize | Method::EndSession | Method::Reload),
            ) => method,
            _ => return Ok(None),
        };
        self.waiting.try_acquire().map(Some).map_err(|_| {
            let words = "too many requests are waiting for hooks; try again later";
            let error = RpcError::new(RpcErrorCode::TooManyRequests, words);
            self.server
                .metrics
                .count_request(waits.name(), Some(&error));
            error
        })
    }
}

/// The paths. Every request passes the access check first.
pub(super) fn router(served: &Arc<HttpState>) -> Router {
    Router::new()
        .route("/rpc", post(rpc))
        .route("/events", get(events))
        .route("/metrics", get(metrics))
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_path)
        .layer(from_fn_with_state(Arc::clone(served), check_access))
        .with_state(Arc::clone(served))
}

async fn check_access(
    State(served): State<Arc<HttpState>>,
    request: Request,
    next: Next,
) -> Response {
    match served.access.check(request.headers()) {
        Ok(()) => {
            if let Some(newcomer) = request.extensions().get::<Arc<HalfOpenConnection>>() {
                served.half_open.leave(newcomer);
            }
            let mut response = next.run(request).await;
            // An idle connection must not keep another client out.
            if served.slots.is_full() {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
            }
            response
        }
        Err((status, words)) => {
            let mut response = refused(status, &RpcError::new(RpcErrorCode::InvalidRequest, words));
            if status == StatusCode::UNAUTHORIZED {
                let bearer = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(WWW_AUTHENTICATE, bearer);
            }
            response
        }
    }
}

async fn unknown_path() -> Response {
    let words = "unknown path; the server has POST /rpc, GET /events and GET /metrics";
    refused(
        StatusCode::NOT_FOUND,
        &RpcError::new(RpcErrorCode::InvalidRequest, words),
    )
}

/// Answers with the metrics.
async fn metrics(State(served): State<Arc<HttpState>>) -> Response {
    const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = served.server.metrics.text(&served.server.engine);
    ([(CONTENT_TYPE, KIND)], text).into_response()
}
