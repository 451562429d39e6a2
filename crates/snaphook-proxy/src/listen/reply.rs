//! What is answered: JSON, a stream of events, or a refusal.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use std::time::Duration;

use crate::link::error_line;
use crate::message::{INVALID_REQUEST, RefusedMessage, on_one_line};
use crate::request_id::RequestId;

/// How often a comment is sent on a stream without messages, to notice clients that are gone.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The kinds of response that a client reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AcceptedKinds {
    pub(super) json: bool,
    pub(super) stream: bool,
}

impl AcceptedKinds {
    /// Without the header a client takes what it gets: one answer as JSON.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut all = headers.get_all(ACCEPT).iter().peekable();
        if all.peek().is_none() {
            return Self {
                json: true,
                stream: false,
            };
        }
        let mut kinds = Self {
            json: false,
            stream: false,
        };
        let ranges = all.filter_map(|value| value.to_str().ok());
        for range in ranges.flat_map(|value| value.split(',')) {
            let kind = range.split(';').next().unwrap_or_default().trim();
            match kind.to_ascii_lowercase().as_str() {
                "application/json" | "application/*" => kinds.json = true,
                "text/event-stream" | "text/*" => kinds.stream = true,
                "*/*" => {
                    kinds.json = true;
                    kinds.stream = true;
                }
                _ => {}
            }
        }
        kinds
    }
}

/// A message as JSON.
pub(super) fn json(status: StatusCode, line: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    (status, [(CONTENT_TYPE, kind)], Body::from(line)).into_response()
}

/// A stream of messages.
pub(super) fn events<S>(messages: S) -> Response
where
    S: Stream<Item = Result<Event, Infallible>> + Send + 'static,
{
    let keep_alive = KeepAlive::new().interval(HEARTBEAT);
    let mut response = Sse::new(messages).keep_alive(keep_alive).into_response();
    let fresh = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, fresh);
    response
}

/// A message as an event.
pub(super) fn event(line: Vec<u8>) -> Event {
    // It is text, as all JSON. Line breaks would end it.
    Event::default().data(String::from_utf8(on_one_line(line)).unwrap_or_default())
}

/// A request that is not let in, or cannot be read.
pub(super) fn refuse(status: StatusCode, why: &'static str) -> Response {
    refuse_request(status, None, why)
}

/// A request that is refused, with the id of its message.
pub(super) fn refuse_request(
    status: StatusCode,
    id: Option<&RequestId>,
    why: impl Into<String>,
) -> Response {
    let refused = RefusedMessage::new(id.cloned(), INVALID_REQUEST, why);
    json(status, error_line(&refused))
}

/// A method that the path does not have.
pub(super) async fn unknown_method() -> Response {
    let why = "unknown method; the path has GET, POST and DELETE";
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, why);
    let allowed = HeaderValue::from_static("GET, POST, DELETE");
    response.headers_mut().insert(ALLOW, allowed);
    response
}

/// A path that the listener does not have.
pub(super) async fn unknown_path() -> Response {
    refuse(StatusCode::NOT_FOUND, "unknown path; clients use /mcp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_are_those_of_the_header() {
        let of = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT, HeaderValue::from_static(value));
            }
            let AcceptedKinds { json, stream } = AcceptedKinds::of(&headers);
            (json, stream)
        };
        assert_eq!(of(&[]), (true, false));
        assert_eq!(of(&["application/json, text/event-stream"]), (true, true));
        assert_eq!(of(&["Application/JSON;q=0.5"]), (true, false));
        assert_eq!(of(&["text/event-stream"]), (false, true));
        assert_eq!(of(&["text/html", "*/*"]), (true, true));
        assert_eq!(of(&["text/html"]), (false, false));
    }
}
