//! `GET /events`: messages to a client as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::{iter, unfold};
use snaphook::CancellationToken;

use super::clients::ActivityGuard;
use super::router::HttpState;
use super::rpc::{CLIENT, refused};
use crate::protocol::{RpcError, RpcErrorCode};

/// How often a comment is sent on an idle stream, to notice clients that are gone.
const HEARTBEAT: Duration = Duration::from_secs(15);

pub(super) async fn events(State(served): State<Arc<HttpState>>, headers: HeaderMap) -> Response {
    let id = headers.get(CLIENT).and_then(|id| id.to_str().ok());
    let Some(client) = id.and_then(|id| served.clients.get(id)) else {
        let words = "unknown client; send `initialize`, then its id in the Snaphook-Client header";
        let error = RpcError::new(RpcErrorCode::NotInitialized, words);
        return refused(StatusCode::NOT_FOUND, &error);
    };
    let replaced = client.new_stream();
    let stream = EventStream {
        open: client.begin_activity(),
        replaced,
        first: true,
        lines: Vec::new(),
    };
    let batches = unfold(stream, |mut stream| async {
        let batch = stream.next().await?;
        Some((iter(batch).map(Ok::<_, Infallible>), stream))
    });
    let keep_alive = KeepAlive::new().interval(HEARTBEAT);
    let mut response = Sse::new(batches.flatten())
        .keep_alive(keep_alive)
        .into_response();
    let fresh = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, fresh);
    response
}

/// One stream of one client.
struct EventStream {
    open: ActivityGuard,
    /// Another stream has taken its place.
    replaced: CancellationToken,
    first: bool,
    lines: Vec<u8>,
}

impl EventStream {
    /// All waiting events, or the next one; `None` at the end.
    async fn next(&mut self) -> Option<Vec<Event>> {
        let client = self.open.client();
        let link = &client.link;
        if std::mem::take(&mut self.first) {
            return Some(self.beginning());
        }
        tokio::select! {
            biased;
            () = self.replaced.cancelled() => None,
            more = link.outbox.take(&mut self.lines) => more.then(|| as_events(&self.lines).collect()),
        }
    }

    /// The requests that were not answered on an earlier stream, and the waiting
    /// lines. At least a comment is sent at once, so that the client knows that the
    /// stream is open.
    fn beginning(&self) -> Vec<Event> {
        let link = &self.open.client().link;
        let waiting = link.outbox.take_now();
        let mut events = vec![Event::default().comment("")];
        for line in link.unanswered() {
            let is_waiting = waiting
                .split_inclusive(|byte| *byte == b'\n')
                .any(|other| other == line);
            if !is_waiting {
                events.extend(as_events(&line));
            }
        }
        events.extend(as_events(&waiting));
        events
    }
}

/// Splits lines into events. They are JSON, so none has a carriage return.
fn as_events(lines: &[u8]) -> impl Iterator<Item = Event> {
    let lines = lines.split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(|line| Event::default().data(String::from_utf8_lossy(line)))
}
