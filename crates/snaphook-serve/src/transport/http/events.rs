//! `GET /events`: what the server has to say to a client, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use snaphook::CancellationToken;

use super::clients::Open;
use super::rpc::{CLIENT, refused};
use super::served::Served;
use crate::protocol::{Code, RpcError};

/// How often something is sent when nothing is said: who is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);

pub(super) async fn events(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    let id = headers.get(CLIENT).and_then(|id| id.to_str().ok());
    let Some(client) = id.and_then(|id| served.clients.get(id)) else {
        let words =
            "there is no such client: say `initialize`, and send the header Snaphook-Client";
        let error = RpcError::new(Code::NotInitialized, words);
        return refused(StatusCode::NOT_FOUND, &error);
    };
    let replaced = client.new_stream();
    let stream = Events {
        open: client.open(),
        replaced,
        first: true,
        lines: Vec::new(),
    };
    let body = unfold(stream, |mut stream| async {
        let piece = stream.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(piece)), stream))
    });
    let kind = HeaderValue::from_static("text/event-stream");
    let fresh = HeaderValue::from_static("no-store");
    let head = [(CONTENT_TYPE, kind), (CACHE_CONTROL, fresh)];
    (head, Body::from_stream(body)).into_response()
}

/// One stream of one client.
struct Events {
    open: Open,
    /// Another stream has taken its place.
    replaced: CancellationToken,
    first: bool,
    lines: Vec<u8>,
}

impl Events {
    /// The next piece; nothing at the end.
    async fn next(&mut self) -> Option<String> {
        let client = self.open.client();
        let link = &client.link;
        if std::mem::take(&mut self.first) {
            return Some(self.beginning());
        }
        tokio::select! {
            biased;
            () = self.replaced.cancelled() => None,
            more = link.outbox.take(&mut self.lines) => more.then(|| as_events(&self.lines)),
            () = tokio::time::sleep(HEARTBEAT) => Some(":\n\n".to_owned()),
        }
    }

    /// What was not answered on an earlier stream, and what waits. Sent at once,
    /// and be it nothing, so that the client knows that it is heard.
    fn beginning(&self) -> String {
        let link = &self.open.client().link;
        let waiting = link.outbox.take_now();
        let mut text = ":\n\n".to_owned();
        for line in link.unanswered() {
            let is_waiting = waiting
                .split_inclusive(|byte| *byte == b'\n')
                .any(|other| other == line);
            if !is_waiting {
                text.push_str(&as_events(&line));
            }
        }
        text.push_str(&as_events(&waiting));
        text
    }
}

/// Lines as events. What was written is UTF-8, and has no newline within.
fn as_events(lines: &[u8]) -> String {
    let text = String::from_utf8_lossy(lines);
    text.lines()
        .map(|line| format!("data: {line}\n\n"))
        .collect()
}
