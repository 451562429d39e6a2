//! What all requests over HTTP share, and the paths there are.

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

use super::budget::Budget;
use super::clients::Clients;
use super::door::Door;
use super::events::events;
use super::half_open::{HalfOpen, Newcomer};
use super::rpc::{refused, rpc};
use crate::protocol::{Code, Method, RpcError};
use crate::shared::Shared;
use crate::transport::accept::Accepting;

/// What all requests share.
pub(super) struct Served {
    pub(super) server: Arc<Shared>,
    pub(super) clients: Clients,
    pub(super) door: Door,
    /// What of the messages of those who are no clients yet may be read at a
    /// time.
    pub(super) strangers: Budget,
    /// Places for connections.
    pub(super) accepting: Accepting,
    /// Places for requests that wait for hooks.
    pub(super) waiting: Semaphore,
    /// Connections on which nobody has shown the token yet.
    pub(super) half_open: HalfOpen,
    /// How long a head may take to arrive, and a body.
    pub(super) arrival: Duration,
}

impl Served {
    /// A place for a request that may wait for hooks. Each waits on a
    /// connection of its own: if they could take all of them, what hooks ask
    /// clients would never be answered, and nobody would get any further.
    pub(super) fn may_wait(&self, method: &str) -> Result<Option<SemaphorePermit<'_>>, RpcError> {
        let waits = match Method::named(method) {
            Some(
                method
                @ (Method::Execute | Method::Authorize | Method::EndSession | Method::Reload),
            ) => method,
            _ => return Ok(None),
        };
        self.waiting.try_acquire().map(Some).map_err(|_| {
            let words = "too many requests of all clients wait for their hooks: try again";
            let error = RpcError::new(Code::TooManyRequests, words);
            self.server.metrics.answered(waits.name(), Some(&error));
            error
        })
    }
}

/// The paths there are. Nobody gets to any of them but through the door.
pub(super) fn router(served: &Arc<Served>) -> Router {
    Router::new()
        .route("/rpc", post(rpc))
        .route("/events", get(events))
        .route("/metrics", get(metrics))
        .fallback(nothing)
        .method_not_allowed_fallback(nothing)
        .layer(from_fn_with_state(Arc::clone(served), door))
        .with_state(Arc::clone(served))
}

async fn door(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    match served.door.check(request.headers()) {
        Ok(()) => {
            if let Some(newcomer) = request.extensions().get::<Arc<Newcomer>>() {
                served.half_open.leave(newcomer);
            }
            let mut response = next.run(request).await;
            // One that has nothing to do must not keep another out.
            if served.accepting.is_full() {
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
            }
            response
        }
        Err((status, words)) => {
            let mut response = refused(status, &RpcError::new(Code::InvalidRequest, words));
            if status == StatusCode::UNAUTHORIZED {
                let bearer = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(WWW_AUTHENTICATE, bearer);
            }
            response
        }
    }
}

async fn nothing() -> Response {
    let words = "there is only POST /rpc, GET /events and GET /metrics";
    refused(
        StatusCode::NOT_FOUND,
        &RpcError::new(Code::InvalidRequest, words),
    )
}

/// What Prometheus reads.
async fn metrics(State(served): State<Arc<Served>>) -> Response {
    const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let text = served.server.metrics.text(&served.server.engine);
    ([(CONTENT_TYPE, KIND)], text).into_response()
}
