//! POST: one message of a client. A request is answered with JSON if the answer is the first
//! that comes, soon; else with a stream that ends with the answer.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{once, unfold};
use snaphook_listen::{BodyError, is_json, read_body};

use super::reply::{AcceptedKinds, event, events, json, refuse, refuse_request};
use super::router::RouterState;
use super::session::{ClientSession, SessionGuard, StopGuard};
use super::sessions::{BeginSessionError, SESSION};
use super::streams::{StreamItem, StreamItems};
use crate::from_client;
use crate::link::error_line;
use crate::message::{INTERNAL_ERROR, Message, MessageKind, RefusedMessage, on_one_line};
use crate::request_id::RequestId;

/// How long a client waits for the first byte.
const FIRST_BYTE: Duration = Duration::from_secs(5);

pub(super) async fn post(State(state): State<Arc<RouterState>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let headers = &head.headers;
    if !is_json(headers) {
        let why = "a message is sent with `Content-Type: application/json`";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, why);
    }
    let kinds = AcceptedKinds::of(headers);
    if !kinds.json && !kinds.stream {
        let why = "the answer is JSON or a stream: `Accept: application/json, text/event-stream`";
        return refuse(StatusCode::NOT_ACCEPTABLE, why);
    }
    let session = match state.session(headers) {
        Ok(session) => session,
        Err((status, why)) => return refuse(status, why),
    };
    let open = session.as_ref().map(ClientSession::begin_activity);
    let read = read_body(
        &state.budget,
        headers,
        body,
        state.message_bytes,
        state.arrival,
    );
    let (bytes, room) = match read.await {
        Ok(read) => read,
        Err(BodyError::TooLong) => {
            return refuse(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long");
        }
        Err(why) => return refuse_request(StatusCode::REQUEST_TIMEOUT, None, why.to_string()),
    };
    // It becomes one line: a message inside a message must not become one of its own.
    let message = match Message::of_client(on_one_line(bytes)) {
        Ok(message) => message,
        Err(refused) => return json(StatusCode::BAD_REQUEST, error_line(&refused)),
    };
    let response = match (session, open) {
        (Some(session), Some(open)) => in_session(session, message, kinds, open).await,
        _ => without_session(&state, message, kinds).await,
    };
    drop(room);
    response
}

/// A message that names no session: it begins one, or needs none.
async fn without_session(state: &RouterState, message: Message, kinds: AcceptedKinds) -> Response {
    let MessageKind::Request { id, method } = message.kind.clone() else {
        let why = "the header Mcp-Session-Id is missing; begin a session with `initialize`";
        return refuse(StatusCode::BAD_REQUEST, why);
    };
    let begins = method == "initialize";
    let stands_alone = message.own_version().is_some() && state.sessions.may_be_short();
    if !begins && !stands_alone {
        let why = "the header Mcp-Session-Id is missing; begin a session with `initialize`";
        return refuse_request(StatusCode::BAD_REQUEST, Some(&id), why);
    }
    let session = match state.sessions.begin() {
        Ok(session) => session,
        Err(error) => {
            let status = match error {
                BeginSessionError::TooMany => StatusCode::SERVICE_UNAVAILABLE,
                BeginSessionError::Server(_) => StatusCode::BAD_GATEWAY,
            };
            return refuse_request(status, Some(&id), error.to_string());
        }
    };
    let open = session.begin_activity();
    match begins {
        true => initialize(session, message, &id, kinds, open).await,
        false => {
            let stop = Some(StopGuard::new(&session));
            request(session, message, id, kinds, (open, stop)).await
        }
    }
}

/// The first request of a session, which ends with it if it is refused.
async fn initialize(
    session: Arc<ClientSession>,
    message: Message,
    id: &RequestId,
    kinds: AcceptedKinds,
    _open: SessionGuard,
) -> Response {
    // A client that gives up here never hears of its session.
    let stop = StopGuard::new(&session);
    // Other messages wait for the stream that follows.
    let Some(mut items) = session.streams.open_post(id, None, false) else {
        return refuse_request(StatusCode::BAD_GATEWAY, Some(id), "the server has ended");
    };
    take(&session, message).await;
    let Some(StreamItem::Answer(line) | StreamItem::Message(line)) = items.recv().await else {
        return json(StatusCode::BAD_GATEWAY, no_answer(&session, id));
    };
    let agreed = session.note_version(&line);
    let mut response = answer(line, kinds);
    if agreed && let Ok(id) = HeaderValue::try_from(session.id.as_str()) {
        response.headers_mut().insert(SESSION, id);
        stop.disarm();
    }
    response
}

async fn in_session(
    session: Arc<ClientSession>,
    message: Message,
    kinds: AcceptedKinds,
    open: SessionGuard,
) -> Response {
    match message.kind.clone() {
        MessageKind::Request { id, method } if method == "initialize" => {
            let why = "the session has begun; begin another without Mcp-Session-Id";
            refuse_request(StatusCode::BAD_REQUEST, Some(&id), why)
        }
        MessageKind::Request { id, .. } => request(session, message, id, kinds, (open, None)).await,
        MessageKind::Notification { method } => {
            let cancelled = match method.as_str() {
                "notifications/cancelled" => message.cancelled_request(),
                _ => None,
            };
            take(&session, message).await;
            // No answer comes any more.
            if let Some(id) = cancelled {
                session.streams.close_post(&id);
            }
            StatusCode::ACCEPTED.into_response()
        }
        MessageKind::Response { .. } => {
            take(&session, message).await;
            StatusCode::ACCEPTED.into_response()
        }
    }
}

/// Takes a message to its end, also when the client hangs up meanwhile.
async fn take(session: &Arc<ClientSession>, message: Message) {
    let link = Arc::clone(&session.link);
    let taking = tokio::spawn(async move { from_client::take_message(&link, message).await });
    // It does not panic, and nobody aborts it.
    let _ = taking.await;
}

/// What ends with the response.
type ResponseGuards = (SessionGuard, Option<StopGuard>);

async fn request(
    session: Arc<ClientSession>,
    message: Message,
    id: RequestId,
    kinds: AcceptedKinds,
    guards: ResponseGuards,
) -> Response {
    let token = message.progress_token();
    let Some(mut items) = session.streams.open_post(&id, token, kinds.stream) else {
        let (status, why) = match session.streams.is_over() {
            true => (StatusCode::NOT_FOUND, "the session has ended"),
            false => (
                StatusCode::BAD_REQUEST,
                "a request with this id is under way",
            ),
        };
        return refuse_request(status, Some(&id), why);
    };
    take(&session, message).await;
    let first = match kinds.stream {
        true => tokio::time::timeout(FIRST_BYTE, items.recv()).await.ok(),
        false => Some(items.recv().await),
    };
    match first {
        Some(Some(StreamItem::Answer(line))) => answer(line, kinds),
        Some(None) => match session.why_over() {
            Some(_) => json(StatusCode::BAD_GATEWAY, no_answer(&session, &id)),
            // It was cancelled.
            None => StatusCode::ACCEPTED.into_response(),
        },
        first => stream(session, id, first.flatten(), items, guards),
    }
}

/// Messages up to the answer. If the server ends before, that is the answer.
fn stream(
    session: Arc<ClientSession>,
    id: RequestId,
    first: Option<StreamItem>,
    items: StreamItems,
    guards: ResponseGuards,
) -> Response {
    let state = (first, Some(items), session, id, guards);
    events(unfold(state, |state| async move {
        let (first, items, session, id, guards) = state;
        let mut items = items?;
        let item = match first {
            Some(first) => Some(first),
            None => items.recv().await,
        };
        let (line, items) = match item {
            Some(StreamItem::Message(line)) => (line, Some(items)),
            Some(StreamItem::Answer(line)) => (line, None),
            None => {
                session.why_over()?;
                (no_answer(&session, &id), None)
            }
        };
        Some((Ok(event(line)), (None, items, session, id, guards)))
    }))
}

/// The answer alone.
fn answer(line: Vec<u8>, kinds: AcceptedKinds) -> Response {
    match kinds.json {
        true => json(StatusCode::OK, line),
        false => events(once(async { Ok(event(line)) })),
    }
}

fn no_answer(session: &ClientSession, id: &RequestId) -> Vec<u8> {
    let why = session.why_over().unwrap_or("it closed the connection");
    let why = format!("the server ended: {why}");
    error_line(&RefusedMessage::new(Some(id.clone()), INTERNAL_ERROR, why))
}
