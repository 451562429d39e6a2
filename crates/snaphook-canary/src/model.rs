//! The scripted model: an HTTP server on the loopback interface. The first answer calls a
//! tool; once a request tells of a tool's result, or offers no such tool, it says "done".

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::CanaryError;
use crate::script::{Script, ScriptedCall};
use crate::wire::{ScriptedAnswer, WireFormat, offered_tools, tool_results};

/// Requests of more bytes are refused.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A request that the model got.
#[derive(Debug, Clone, Serialize)]
pub struct RecordedRequest {
    /// Its path.
    pub path: String,
    /// The names of the tools that it offers.
    pub offered: Vec<String>,
    /// The call that it was answered with.
    pub call: Option<ScriptedCall>,
    /// Whether it asked for an answer of the model, and not for a list of models or the like.
    pub asks_model: bool,
    /// Its body.
    pub body: Value,
}

impl RecordedRequest {
    /// The results of tools that it tells of.
    #[must_use]
    pub fn tool_results(&self) -> Vec<String> {
        tool_results(&self.body)
    }
}

/// A model server that follows a script. It ends when it is dropped.
#[derive(Debug)]
pub struct ScriptedModel {
    port: u16,
    shared: Arc<ModelState>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Debug)]
struct ModelState {
    script: Script,
    requests: Mutex<Vec<RecordedRequest>>,
}

impl ScriptedModel {
    /// Starts the server on a free port.
    ///
    /// # Errors
    ///
    /// The loopback interface cannot be listened on.
    pub async fn start(script: Script) -> Result<Self, CanaryError> {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.map_err(CanaryError::Listen)?;
        let port = listener.local_addr().map_err(CanaryError::Listen)?.port();
        let shared = Arc::new(ModelState {
            script,
            requests: Mutex::default(),
        });
        let router = Router::new()
            .fallback(answer)
            .layer(DefaultBodyLimit::max(MOST_BYTES))
            .with_state(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            // It ends with the task; a connection that fails fails alone.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            port,
            shared,
            server,
        })
    }

    /// Its address, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The requests so far.
    #[must_use]
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.shared.lock().clone()
    }
}

impl Drop for ScriptedModel {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl ModelState {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<RecordedRequest>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn answer(
    State(shared): State<Arc<ModelState>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let path = uri.path();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let wire = WireFormat::of_path(path).filter(|_| method == Method::POST);
    let offered = offered_tools(&body);
    let starts = wire.is_some() && tool_results(&body).is_empty();
    let call = starts.then(|| shared.script.call(&offered)).flatten();
    let number = {
        let mut requests = shared.lock();
        requests.push(RecordedRequest {
            path: uri.to_string(),
            offered: offered.into_iter().map(|tool| tool.name).collect(),
            call: call.clone(),
            asks_model: wire.is_some(),
            body: body.clone(),
        });
        requests.len()
    };
    let Some(wire) = wire else {
        return answer_auxiliary(&method, path);
    };
    let answer = ScriptedAnswer {
        call: call.as_ref(),
        model: body["model"].as_str().unwrap_or("canary"),
        number,
    };
    let reply = wire.reply(&answer);
    if WireFormat::streams(path, &body) {
        (
            [(header::CONTENT_TYPE, "text/event-stream")],
            reply.stream(),
        )
            .into_response()
    } else {
        json_response(&reply.whole)
    }
}

/// What agents ask a model server besides: which models there are, how long a text is.
fn answer_auxiliary(method: &Method, path: &str) -> Response {
    if *method == Method::GET && path.contains("models") {
        let model = json!({"id": "canary", "object": "model", "name": "models/canary",
            "created": 0, "owned_by": "canary"});
        return json_response(&json!({"object": "list", "data": [model], "models": [model]}));
    }
    if path.ends_with("count_tokens") || path.ends_with(":countTokens") {
        return json_response(&json!({"input_tokens": 10, "totalTokens": 10}));
    }
    if *method == Method::POST {
        return json_response(&json!({}));
    }
    (StatusCode::NOT_FOUND, "{}").into_response()
}

fn json_response(value: &Value) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, value.to_string()).into_response()
}
