//! The one path of the listener, and what its requests share.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::StreamExt;
use futures_util::stream::{iter, unfold};
use snaphook_listen::ReadBudget;

use super::post::post;
use super::reply::{AcceptedKinds, event, events, refuse, unknown_method, unknown_path};
use super::session::ClientSession;
use super::sessions::{SESSION, Sessions};
use super::streams::StreamItem;

/// What all requests share.
pub(super) struct RouterState {
    pub(super) sessions: Arc<Sessions>,
    /// Bounds the bytes of messages that are read at a time.
    pub(super) budget: ReadBudget,
    pub(super) message_bytes: usize,
    /// How long the body of a request may take to arrive.
    pub(super) arrival: Duration,
}

/// The path, behind the access check of the listener.
pub(super) fn router(state: &Arc<RouterState>) -> Router {
    let path = get(open_events).post(post).delete(end_session);
    Router::new()
        .route("/mcp", path.fallback(unknown_method))
        .fallback(unknown_path)
        .with_state(Arc::clone(state))
}

impl RouterState {
    /// The session that the headers name, if they name one.
    pub(super) fn session(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<Arc<ClientSession>>, (StatusCode, &'static str)> {
        let mut named = headers.get_all(SESSION).iter();
        let Some(id) = named.next() else {
            return Ok(None);
        };
        if named.next().is_some() {
            return Err((StatusCode::BAD_REQUEST, "more than one session is named"));
        }
        let session = id.to_str().ok().and_then(|id| self.sessions.get(id));
        let unknown = (
            StatusCode::NOT_FOUND,
            "unknown session; begin one with `initialize`",
        );
        let session = session.ok_or(unknown)?;
        match session.has_version(headers) {
            true => Ok(Some(session)),
            false => Err((
                StatusCode::BAD_REQUEST,
                "MCP-Protocol-Version differs from the version of the session",
            )),
        }
    }
}

/// GET: the stream for the server's own messages.
async fn open_events(State(state): State<Arc<RouterState>>, headers: HeaderMap) -> Response {
    let session = match state.session(&headers) {
        Ok(Some(session)) => session,
        Ok(None) => {
            return refuse(
                StatusCode::BAD_REQUEST,
                "the header Mcp-Session-Id is missing",
            );
        }
        Err((status, why)) => return refuse(status, why),
    };
    if !AcceptedKinds::of(&headers).stream {
        let why = "a stream is read with `Accept: text/event-stream`";
        return refuse(StatusCode::NOT_ACCEPTABLE, why);
    }
    let Some((waiting, items)) = session.streams.open_events() else {
        return refuse(StatusCode::NOT_FOUND, "the session has ended");
    };
    let open = session.begin_activity();
    let more = unfold((items, open), |(mut items, open)| async move {
        let (StreamItem::Message(line) | StreamItem::Answer(line)) = items.recv().await?;
        Some((Ok(event(line)), (items, open)))
    });
    // At once, so that the client knows that the stream is open.
    let first = iter([Ok(axum::response::sse::Event::default().comment(""))]);
    let waiting = iter(waiting.into_iter().map(|line| Ok(event(line))));
    events(first.chain(waiting).chain(more))
}

/// DELETE: the client ends its session.
async fn end_session(State(state): State<Arc<RouterState>>, headers: HeaderMap) -> Response {
    match state.session(&headers) {
        Ok(Some(session)) => {
            state.sessions.remove(&session);
            session.close();
            StatusCode::NO_CONTENT.into_response()
        }
        Ok(None) => refuse(
            StatusCode::BAD_REQUEST,
            "the header Mcp-Session-Id is missing",
        ),
        Err((status, why)) => refuse(status, why),
    }
}
