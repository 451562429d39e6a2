//! The paths of the page.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::error::Refusal;
use crate::state::PageState;
use crate::{access, actions, approvals, assets, events, headers, policy, stream};

/// The most bytes of a request: an edited input, or a settings file.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The paths. Every request names this listener as its host; all but the page's own files need
/// the token.
pub(crate) fn router(state: &Arc<PageState>) -> Router {
    let api = Router::new()
        .route("/session", get(actions::session))
        .route("/stream", get(stream::stream))
        .route("/anchors", get(events::anchors))
        .route("/events", get(events::page))
        .route("/events/{id}", get(events::event))
        .route("/events/{id}/explain", get(actions::explain))
        .route("/events/{id}/fire", post(actions::fire))
        .route("/events/{id}/save", post(actions::save))
        .route("/approvals", get(approvals::list))
        .route("/approvals/{id}", post(approvals::answer))
        .route("/policy", get(policy::policy))
        .route("/backtest", post(actions::backtest))
        .route("/health/settings", get(actions::settings_health))
        .route("/health/agents", get(actions::agents_health))
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_path)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(Arc::clone(state), access::check_token));
    Router::new()
        .nest("/api", api)
        .route("/", get(assets::index))
        .route("/assets/{name}", get(assets::asset))
        .fallback(unknown_path)
        .method_not_allowed_fallback(unknown_path)
        .layer(from_fn_with_state(Arc::clone(state), access::check_host))
        .layer(from_fn(headers::add_headers))
        .with_state(Arc::clone(state))
}

async fn unknown_path() -> Response {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this path").into_response()
}
