//! What all requests over HTTP share, and the paths there are.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::clients::Clients;
use super::door::Door;
use super::events::events;
use super::rpc::{refused, rpc};
use crate::protocol::{Code, RpcError};
use crate::shared::Shared;

/// What all requests share.
pub(super) struct Served {
    pub(super) server: Arc<Shared>,
    pub(super) clients: Clients,
    pub(super) door: Door,
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
        Ok(()) => next.run(request).await,
        Err((status, words)) => {
            let mut response = refused(status, &RpcError::new(Code::InvalidRequest, words));
            if status == StatusCode::UNAUTHORIZED {
                let bearer = axum::http::HeaderValue::from_static("Bearer");
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
