//! `POST /rpc`: one message, and its answer.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use snaphook_listen::{BodyError, ReadBudget, is_json, read_body};
use tokio::sync::{SemaphorePermit, oneshot};

use super::clients::{ActivityGuard, HttpClientEntry};
use super::router::HttpState;
use crate::connection::{ConnectedClient, MessageResult, OutgoingResponse};
use crate::protocol::write::{self, MessageLine};
use crate::protocol::{Id, Method, RpcError, RpcErrorCode, RpcMessage, UnreadableMessage};

/// The header with the client's id.
pub(super) const CLIENT: &str = "snaphook-client";

pub(super) async fn rpc(State(served): State<Arc<HttpState>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        let words = "a message is sent with `Content-Type: application/json`";
        let error = RpcError::new(RpcErrorCode::InvalidRequest, words);
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &error);
    }
    let client = match client_of(&served, &head.headers) {
        Ok(client) => client,
        Err(refusal) => return *refusal,
    };
    let open = client.as_ref().map(HttpClientEntry::begin_activity);
    let budget = client.as_ref().map(|client| &client.reading);
    let budget = budget.unwrap_or(&served.new_clients);
    let message = match read(&served, budget, &head.headers, body).await {
        Ok(message) => message,
        Err(refusal) => return refusal,
    };
    match open {
        Some(open) => answer(&served, open, message).await,
        None => match new_client(&served, &message.bytes) {
            Ok(client) => initialize(&served, &client, message).await,
            Err(refusal) => *refusal,
        },
    }
}

/// The body of a request, with its share of the read budget.
struct MessageBody<'a> {
    bytes: Vec<u8>,
    room: SemaphorePermit<'a>,
}

/// Reads the whole body, unless it is too long.
async fn read<'a>(
    served: &HttpState,
    budget: &'a ReadBudget,
    headers: &HeaderMap,
    body: Body,
) -> Result<MessageBody<'a>, Response> {
    let limit = served.server.options.limits.message_bytes;
    let read = read_body(budget, headers, body, limit, served.arrival).await;
    read.map(|(bytes, room)| MessageBody { bytes, room })
        .map_err(|why| match why {
            BodyError::TooLong => {
                let error = UnreadableMessage::too_long(limit).error;
                refused(StatusCode::PAYLOAD_TOO_LARGE, &error)
            }
            BodyError::NoRoom | BodyError::Late => {
                let error = RpcError::new(RpcErrorCode::ParseError, why.to_string());
                refused(StatusCode::REQUEST_TIMEOUT, &error)
            }
        })
}

/// The client that the headers name, if they name one.
fn client_of(
    served: &HttpState,
    headers: &HeaderMap,
) -> Result<Option<Arc<HttpClientEntry>>, Box<Response>> {
    let Some(id) = headers.get(CLIENT) else {
        return Ok(None);
    };
    let known = id.to_str().ok().and_then(|id| served.clients.get(id));
    known.map(Some).ok_or_else(|| {
        let words = "unknown client; send `initialize`";
        let error = RpcError::new(RpcErrorCode::NotInitialized, words);
        Box::new(refused(StatusCode::NOT_FOUND, &error))
    })
}

/// Adds a client, if the message is `initialize`.
fn new_client(served: &HttpState, message: &[u8]) -> Result<Arc<HttpClientEntry>, Box<Response>> {
    let (id, method) = match RpcMessage::read(message) {
        Err(wrong) => {
            let line = write::error(wrong.id.as_ref(), &wrong.error);
            return Err(Box::new(json(StatusCode::BAD_REQUEST, line)));
        }
        Ok(RpcMessage::Request { id, method, .. }) => (Some(id), method),
        Ok(RpcMessage::Notification { method, .. }) => (None, method),
        Ok(RpcMessage::Response { id, .. }) => (Some(id), "".into()),
    };
    if Method::named(&method) != Some(Method::Initialize) || id.is_none() {
        let words = "missing Snaphook-Client header; send `initialize` first";
        let error = RpcError::new(RpcErrorCode::NotInitialized, words);
        return Err(Box::new(json(
            StatusCode::OK,
            write::error(id.as_ref(), &error),
        )));
    }
    match served.clients.add() {
        Some(client) if !served.server.is_draining() => Ok(client),
        Some(client) => {
            served.clients.remove(&client.client);
            let line = write::error(id.as_ref(), &RpcError::shutting_down());
            Err(Box::new(json(StatusCode::OK, line)))
        }
        None => {
            let error = RpcError::new(RpcErrorCode::TooManyRequests, "too many clients");
            let line = write::error(id.as_ref(), &error);
            Err(Box::new(json(StatusCode::SERVICE_UNAVAILABLE, line)))
        }
    }
}

/// Handles the first message of a client; the client is removed if that fails.
async fn initialize(
    served: &HttpState,
    client: &Arc<HttpClientEntry>,
    message: MessageBody<'_>,
) -> Response {
    let mut response = answer(served, client.begin_activity(), message).await;
    match (&client.client.id, client.client.is_initialized()) {
        (Some(id), true) => {
            // An id that was made here is a valid header value.
            if let Ok(id) = HeaderValue::from_str(id) {
                response.headers_mut().insert(CLIENT, id);
            }
        }
        _ => served.clients.remove(&client.client),
    }
    response
}

/// Handles a message and waits for its answer. When the connection closes first, the
/// request is cancelled.
async fn answer(served: &HttpState, open: ActivityGuard, message: MessageBody<'_>) -> Response {
    let client = open.client();
    let MessageBody { bytes, room } = message;
    let (id, waits) = match RpcMessage::read(&bytes) {
        Err(wrong) => {
            // The request that it was meant to answer fails.
            if let Some(question) = &wrong.answers {
                let _ = client.link.answered(question, Err(wrong.error.clone()));
            }
            let line = write::error(wrong.id.as_ref(), &wrong.error);
            return json(StatusCode::BAD_REQUEST, line);
        }
        Ok(RpcMessage::Request { id, method, .. }) => match served.may_wait(&method) {
            Ok(waits) => (Some(id), waits),
            Err(error) => return json(StatusCode::OK, write::error(Some(&id), &error)),
        },
        Ok(_) => (None, None),
    };
    let taken = client.handle(&bytes).await;
    // From now on it counts among the requests in flight.
    drop((bytes, room));
    let answered = match taken {
        MessageResult::Nothing => {
            // A notification may end the client, too.
            if client.over.is_cancelled() {
                served.clients.remove(client);
            }
            return StatusCode::ACCEPTED.into_response();
        }
        MessageResult::Now(answered) => answered,
        MessageResult::Later(answer) => {
            // It is polled to its end also when nobody waits for the answer:
            // cancelled hooks may need a moment.
            let (tell, told) = oneshot::channel();
            client.tasks.spawn(async move {
                let _ = tell.send(answer.await);
            });
            let mut taken_back = HangupGuard { client, id };
            let answered = told.await;
            taken_back.id = None;
            match answered {
                Ok(answered) => answered,
                Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            }
        }
    };
    drop(waits);
    let OutgoingResponse { line, last, .. } = answered;
    if last {
        served.clients.remove(client);
    }
    json(StatusCode::OK, line)
}

/// Cancels a request when the connection on which it came closes before it is
/// answered.
struct HangupGuard<'a> {
    client: &'a ConnectedClient,
    /// The request's id; `None` once it is answered.
    id: Option<Id>,
}

impl Drop for HangupGuard<'_> {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.client.in_flight.cancel(id);
        }
    }
}

/// An error answer to a message that was not read.
pub(super) fn refused(status: StatusCode, error: &RpcError) -> Response {
    json(status, write::error(None, error))
}

fn json(status: StatusCode, line: MessageLine) -> Response {
    let kind = HeaderValue::from_static("application/json");
    (status, [(CONTENT_TYPE, kind)], line).into_response()
}
