//! `POST /rpc`: one message.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::{SemaphorePermit, oneshot};

use super::budget::Budget;
use super::clients::{HttpClient, Open};
use super::served::Served;
use crate::connection::{Answered, Client, Taken};
use crate::protocol::write::{self, Line};
use crate::protocol::{Code, Id, Message, Method, RpcError, Unreadable};

/// What a client is known by.
pub(super) const CLIENT: &str = "snaphook-client";

pub(super) async fn rpc(State(served): State<Arc<Served>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if !is_json(&head.headers) {
        let words = "a message is sent with `Content-Type: application/json`";
        let error = RpcError::new(Code::InvalidRequest, words);
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &error);
    }
    let client = match client_of(&served, &head.headers) {
        Ok(client) => client,
        Err(refusal) => return *refusal,
    };
    let open = client.as_ref().map(HttpClient::open);
    let budget = client.as_ref().map(|client| &client.reading);
    let budget = budget.unwrap_or(&served.strangers);
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

/// A message, and the room that it has until it is taken up.
struct Read<'a> {
    bytes: Vec<u8>,
    room: SemaphorePermit<'a>,
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The whole body, if it is not too long.
async fn read<'a>(
    served: &Served,
    budget: &'a Budget,
    headers: &HeaderMap,
    body: Body,
) -> Result<Read<'a>, Response> {
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
    let late = |words: &str| {
        let error = RpcError::new(Code::ParseError, words);
        refused(StatusCode::REQUEST_TIMEOUT, &error)
    };
    // Who does not say how much it is may send as much as anybody.
    let Some(room) = budget
        .reserve(length.unwrap_or(limit), served.arrival)
        .await
    else {
        return Err(late("other messages did not come to their end"));
    };
    let reading = axum::body::to_bytes(body, limit);
    match tokio::time::timeout(served.arrival, reading).await {
        Ok(Ok(bytes)) => Ok(Read {
            bytes: bytes.into(),
            room,
        }),
        Ok(Err(_)) => Err(too_long()),
        Err(_) => Err(late("the message did not come to its end")),
    }
}

/// Whose message it is, if somebody is named.
fn client_of(
    served: &Served,
    headers: &HeaderMap,
) -> Result<Option<Arc<HttpClient>>, Box<Response>> {
    let Some(id) = headers.get(CLIENT) else {
        return Ok(None);
    };
    let known = id.to_str().ok().and_then(|id| served.clients.get(id));
    known.map(Some).ok_or_else(|| {
        let words = "there is no such client: say `initialize`";
        let error = RpcError::new(Code::NotInitialized, words);
        Box::new(refused(StatusCode::NOT_FOUND, &error))
    })
}

/// A client that says `initialize`.
fn new_client(served: &Served, message: &[u8]) -> Result<Arc<HttpClient>, Box<Response>> {
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
        Some(client) if !served.server.is_draining() => Ok(client),
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
async fn initialize(served: &Served, client: &Arc<HttpClient>, message: Read<'_>) -> Response {
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
/// request back.
async fn answer(served: &Served, open: Open, message: Read<'_>) -> Response {
    let client = open.client();
    let Read { bytes, room } = message;
    let (id, waits) = match Message::read(&bytes) {
        Err(wrong) => {
            // Also a question that it was meant to answer hears of it.
            if let Some(question) = &wrong.answers {
                let _ = client.link.answered(question, Err(wrong.error.clone()));
            }
            let line = write::error(wrong.id.as_ref(), &wrong.error);
            return json(StatusCode::BAD_REQUEST, line);
        }
        Ok(Message::Request { id, method, .. }) => match served.may_wait(&method) {
            Ok(waits) => (Some(id), waits),
            Err(error) => return json(StatusCode::OK, write::error(Some(&id), &error)),
        },
        Ok(_) => (None, None),
    };
    let taken = client.take(&bytes).await;
    // From now on it counts among those in flight, if at all.
    drop((bytes, room));
    let answered = match taken {
        Taken::Nothing => {
            // Also a notification may be the last word.
            if client.over.is_cancelled() {
                served.clients.leave(client);
            }
            return StatusCode::ACCEPTED.into_response();
        }
        Taken::Now(answered) => answered,
        Taken::Later(answer) => {
            // Its end is awaited also when nobody waits for the answer: hooks
            // that are cancelled may need a moment.
            let (tell, told) = oneshot::channel();
            client.tasks.spawn(async move {
                let _ = tell.send(answer.await);
            });
            let mut taken_back = TakenBack { client, id };
            let answered = told.await;
            taken_back.id = None;
            match answered {
                Ok(answered) => answered,
                Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            }
        }
    };
    drop(waits);
    let Answered { line, last, .. } = answered;
    if last {
        served.clients.leave(client);
    }
    json(StatusCode::OK, line)
}

/// Cancels a request when the connection on which it came closes before it is
/// answered.
struct TakenBack<'a> {
    client: &'a Client,
    /// Nothing once it is answered.
    id: Option<Id>,
}

impl Drop for TakenBack<'_> {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.client.in_flight.cancel(id);
        }
    }
}

/// An error about a message that was not even looked at.
pub(super) fn refused(status: StatusCode, error: &RpcError) -> Response {
    json(status, write::error(None, error))
}

fn json(status: StatusCode, line: Line) -> Response {
    let kind = HeaderValue::from_static("application/json");
    (status, [(CONTENT_TYPE, kind)], line).into_response()
}
