//! The paths of the HTTP server, and the state that all requests share.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use snaphook_listen::ReadBudget;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::clients::HttpClients;
use super::events::events;
use super::links;
use super::rpc::{refused, rpc};
use crate::protocol::{Method, RpcError, RpcErrorCode};
use crate::state::ServerState;

/// The state that all HTTP requests share.
pub(super) struct HttpState {
    pub(super) server: Arc<ServerState>,
    pub(super) clients: HttpClients,
    /// Bounds the bytes of first messages (`initialize`) that are read at a time.
    pub(super) new_clients: ReadBudget,
    /// Slots for requests that wait for hooks.
    pub(super) waiting: Semaphore,
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

/// The paths, behind the access check of the listener.
pub(super) fn router(served: &Arc<HttpState>) -> Router {
    Router::new()
        .route("/rpc", post(rpc))
        .route("/events", get(events))
        .route("/metrics", get(metrics))
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_path)
        .with_state(Arc::clone(served))
}

/// The paths of one-time links. Whoever has a link has what lets them in.
pub(super) fn link_router(served: &Arc<HttpState>) -> Router {
    Router::new()
        .route("/approve/{token}", get(links::show).post(links::answer))
        .with_state(Arc::clone(served))
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
