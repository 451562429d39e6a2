//! A model that says what a test tells it to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the server does with one request.
#[derive(Clone)]
pub(crate) enum Reply {
    /// Answers.
    Says(u16, &'static [(&'static str, &'static str)], String),
    /// Never answers.
    Hangs,
}

impl Reply {
    pub(crate) fn json(body: Value) -> Self {
        Self::Says(200, &[], body.to_string())
    }

    pub(crate) fn status(status: u16, body: Value) -> Self {
        Self::Says(status, &[], body.to_string())
    }
}

/// A request that came in.
#[derive(Debug, Clone)]
pub(crate) struct SeenRequest {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

#[derive(Default)]
struct Script {
    replies: Mutex<VecDeque<Reply>>,
    seen: watch::Sender<Vec<SeenRequest>>,
}

/// A local server with a script.
pub(crate) struct Server {
    pub(crate) url: String,
    script: Arc<Script>,
    task: JoinHandle<()>,
}

impl Server {
    /// Replies in this order; the last reply is given again and again.
    pub(crate) async fn with(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = Arc::new(Script {
            replies: Mutex::new(replies.into_iter().collect()),
            ..Script::default()
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&script));
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, script, task }
    }

    /// Every request so far.
    pub(crate) fn seen(&self) -> Vec<SeenRequest> {
        self.script.seen.borrow().clone()
    }

    /// Waits until there were so many requests.
    pub(crate) async fn until_asked(&self, times: usize) {
        let mut seen = self.script.seen.subscribe();
        seen.wait_for(|seen| seen.len() >= times).await.unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(
    State(script): State<Arc<Script>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let request = SeenRequest {
        path: uri.path().to_owned(),
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    };
    script.seen.send_modify(|seen| seen.push(request));
    let reply = {
        let mut replies = script.replies.lock().unwrap();
        let next = replies.pop_front().expect("the script is empty");
        if replies.is_empty() {
            replies.push_back(next.clone());
        }
        next
    };
    match reply {
        Reply::Hangs => std::future::pending().await,
        Reply::Says(status, headers, body) => {
            let status = StatusCode::from_u16(status).unwrap();
            let mut response = (status, body).into_response();
            for (name, value) in headers {
                response.headers_mut().insert(*name, value.parse().unwrap());
            }
            response
        }
    }
}
