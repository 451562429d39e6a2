//! `POST /rpc`: one message.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::clients::{HttpClient, Open};
use super::served::Served;
use crate::connection::{Answered, Taken};
use crate::protocol::write::{self, Line};
use crate::protocol::{Code, Message, Method, RpcError, Unreadable};

/// What a client is known by.
pub(super) const CLIENT: &str = "snaphook-client";

/// How long a client may take to send a message.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) async fn rpc(State(served): State<Arc<Served>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        let words = "a message is sent with `Content-Type: application/json`";
        let error = RpcError::new(Code::InvalidRequest, words);
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &error);
    }
    let message = match read(&served, &head.headers, body).await {
        Ok(message) => message,
        Err(refusal) => return refusal,
    };
    let client = match client_of(&served, &head.headers, &message) {
        Ok(client) => client,
        Err(refusal) => return *refusal,
    };
    match client {
        Known::Client(client) => answer(&served, client.open(), &message).await,
        Known::New(client) => initialize(&served, &client, &message).await,
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The whole body, if it is not too long.
async fn read(served: &Served, headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Response> {
    let limit = served.server.options.limits.message_bytes;
    let too_long = || {
        let error = Unreadable::too_long(limit).error;
        refused(StatusCode::PAYLOAD_TOO_LARGE, &error)
    };
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|text| text.to_str().ok());
    let length = length.and_then(|text| text.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(too_long());
    }
    let reading = axum::body::to_bytes(body, limit);
    match tokio::time::timeout(PATIENCE, reading).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(too_long()),
        Err(_) => {
            let error = RpcError::new(Code::ParseError, "the message did not come to its end");
            Err(refused(StatusCode::REQUEST_TIMEOUT, &error))
        }
    }
}

enum Known {
    Client(Arc<HttpClient>),
    New(Arc<HttpClient>),
}

/// Whose message it is.
fn client_of(served: &Served, headers: &HeaderMap, message: &[u8]) -> Result<Known, Box<Response>> {
    if let Some(id) = headers.get(CLIENT) {
        let known = id.to_str().ok().and_then(|id| served.clients.get(id));
        return known.map(Known::Client).ok_or_else(|| {
            let words = "there is no such client: say `initialize`";
            let error = RpcError::new(Code::NotInitialized, words);
            Box::new(refused(StatusCode::NOT_FOUND, &error))
        });
    }
    let (id, method) = match Message::read(message) {
        Err(wrong) => {
            let line = write::error(wrong.id.as_ref(), &wrong.error);
            return Err(Box::new(json(StatusCode::BAD_REQUEST, line)));
        }
        Ok(Message::Request { id, method, .. }) => (Some(id), method),
        Ok(Message::Notification { method, .. }) => (None, method),
        Ok(Message::Response { id, .. }) => (Some(id), "".into()),
    };
    if Method::named(&method) != Some(Method::Initialize) || id.is_none() {
        let words = "say `initialize` first, and send the header Snaphook-Client then";
        let error = RpcError::new(Code::NotInitialized, words);
        return Err(Box::new(json(
            StatusCode::OK,
            write::error(id.as_ref(), &error),
        )));
    }
    match served.clients.come() {
        Some(client) if !served.server.is_draining() => Ok(Known::New(client)),
        Some(client) => {
            served.clients.leave(&client.client);
            let line = write::error(id.as_ref(), &RpcError::shutting_down());
            Err(Box::new(json(StatusCode::OK, line)))
        }
        None => {
            let error = RpcError::new(Code::TooManyRequests, "there are too many clients");
            let line = write::error(id.as_ref(), &error);
            Err(Box::new(json(StatusCode::SERVICE_UNAVAILABLE, line)))
        }
    }
}

/// The first message of a client. If it is no good, there is no client.
async fn initialize(served: &Served, client: &Arc<HttpClient>, message: &[u8]) -> Response {
    let mut response = answer(served, client.open(), message).await;
    match (&client.client.id, client.client.is_known()) {
        (Some(id), true) => {
            // An id that was made here is fit for a header.
            if let Ok(id) = HeaderValue::from_str(id) {
                response.headers_mut().insert(CLIENT, id);
            }
        }
        _ => served.clients.leave(&client.client),
    }
    response
}

/// Takes a message, and waits for its answer. Whoever hangs up before takes its
/// request back: what is dropped here ends its hooks.
async fn answer(served: &Served, open: Open, message: &[u8]) -> Response {
    let client = open.client();
    if let Err(wrong) = Message::read(message) {
        let line = write::error(wrong.id.as_ref(), &wrong.error);
        return json(StatusCode::BAD_REQUEST, line);
    }
    let answered = match client.take(message).await {
        Taken::Nothing => {
            // Also a notification may be the last word.
            if client.over.is_cancelled() {
                served.clients.leave(client);
            }
            return StatusCode::ACCEPTED.into_response();
        }
        Taken::Now(answered) => answered,
        Taken::Later(answer) => answer.await,
    };
    let Answered { line, last, .. } = answered;
    if last {
        served.clients.leave(client);
    }
    json(StatusCode::OK, line)
}

/// An error about a message that was not even looked at.
pub(super) fn refused(status: StatusCode, error: &RpcError) -> Response {
    json(status, write::error(None, error))
}

fn json(status: StatusCode, line: Line) -> Response {
    let kind = HeaderValue::from_static("application/json");
    (status, [(CONTENT_TYPE, kind)], line).into_response()
}
