//! The Anthropic Messages API.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::model::Provider;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Map, Value, json};
use snaphook_core::answer::Usage;

use super::endpoint::Endpoint;
use super::wire::{RequestFailure, Wire};
use crate::run::language_model::{
    ChatMessage, Completion, CompletionFuture, LanguageModel, ModelError, ModelRequest,
    ModelToolCall, ModelTurn,
};

const PATH: &str = "/v1/messages";

/// Verdicts are short; the thoughts before them count, too.
const MOST_TOKENS: u32 = 8192;

/// A model that speaks the Anthropic Messages API.
pub struct Anthropic {
    wire: Wire,
    endpoint: Endpoint,
    /// The server takes no schema.
    no_schema: AtomicBool,
}

impl Anthropic {
    /// The model at this endpoint.
    #[must_use]
    pub fn new(endpoint: Endpoint) -> Self {
        Self::with_wire(Wire::default(), endpoint)
    }

    pub(crate) fn with_wire(wire: Wire, endpoint: Endpoint) -> Self {
        Self {
            wire,
            endpoint,
            no_schema: AtomicBool::new(false),
        }
    }

    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
        let key = self.endpoint.key.as_ref().and_then(|key| key.header(""));
        headers.extend(key.map(|key| (reqwest::header::HeaderName::from_static("x-api-key"), key)));
        headers
    }

    async fn ask(&self, request: &ModelRequest) -> Result<Completion, ModelError> {
        let model = self.endpoint.model_for(Provider::Anthropic, request)?;
        let headers = self.headers();
        loop {
            let schema = request.schema.is_some() && !self.no_schema.load(Ordering::Relaxed);
            let body = body(model, request, schema);
            let posted = self
                .wire
                .post(&self.endpoint, PATH, &headers, &body, request.deadline);
            match posted.await {
                Ok(answer) => return completion(&answer, self.endpoint.server()),
                Err(RequestFailure::Refused(refused))
                    if schema && refused.blames("output_config") =>
                {
                    self.no_schema.store(true, Ordering::Relaxed);
                }
                Err(RequestFailure::Refused(refused)) => {
                    return Err(refused.into_error(&self.endpoint));
                }
                Err(RequestFailure::Failed(error)) => return Err(error),
            }
        }
    }
}

impl LanguageModel for Anthropic {
    fn complete<'a>(&'a self, request: &'a ModelRequest) -> CompletionFuture<'a> {
        Box::pin(self.ask(request))
    }
}

/// Newer models refuse to be forced to call a tool, and want system and tools
/// unchanged over all turns; the schema of the answer they all have.
fn body(model: &str, request: &ModelRequest, schema: bool) -> Value {
    let mut body = json!({
        "model": model,
        "max_tokens": MOST_TOKENS,
        "system": request.system,
        "messages": request.messages.iter().map(message).collect::<Vec<_>>(),
    });
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"name": tool.name, "description": tool.description, "input_schema": tool.input})
        });
        body["tools"] = tools.collect();
    }
    if let Some(answer) = request.schema.as_ref().filter(|_| schema) {
        body["output_config"] = json!({"format": {"type": "json_schema", "schema": answer.json}});
    }
    body
}

fn message(message: &ChatMessage) -> Value {
    match message {
        ChatMessage::User(text) => json!({"role": "user", "content": text}),
        ChatMessage::Assistant(turn) => json!({"role": "assistant", "content": content(turn)}),
        ChatMessage::Results(results) => {
            let results = results.iter().map(|result| {
                json!({
                    "type": "tool_result",
                    "tool_use_id": result.id,
                    "content": result.text,
                    "is_error": result.failed,
                })
            });
            json!({"role": "user", "content": results.collect::<Vec<_>>()})
        }
    }
}

/// A turn as it goes back. It must not be empty, and must not end with thoughts.
fn content(turn: &ModelTurn) -> Value {
    if turn.calls.is_empty() && turn.text.trim().is_empty() {
        return json!("(no answer)");
    }
    if let Some(own) = &turn.own {
        return own.clone();
    }
    let text = Some(&turn.text).filter(|text| !text.trim().is_empty());
    let text = text.map(|text| json!({"type": "text", "text": text}));
    let calls = turn.calls.iter().map(|call| {
        let input = match &call.input {
            Value::Object(input) => input.clone(),
            _ => Map::new(),
        };
        json!({"type": "tool_use", "id": call.id, "name": call.name, "input": input})
    });
    text.into_iter().chain(calls).collect()
}

fn completion(answer: &Value, server: &str) -> Result<Completion, ModelError> {
    let blocks = answer["content"]
        .as_array()
        .ok_or_else(|| ModelError::Unreadable {
            server: server.to_owned(),
            why: "it has no `content`".to_owned(),
        })?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut turn = ModelTurn {
        own: Some(answer["content"].clone()),
        ..ModelTurn::default()
    };
    for block in blocks {
        match block["type"].as_str() {
            Some("text") => turn
                .text
                .push_str(block["text"].as_str().unwrap_or_default()),
            Some("tool_use") => turn.calls.push(ModelToolCall {
                id: text(&block["id"]),
                name: text(&block["name"]),
                input: block["input"].clone(),
            }),
            // Thoughts, and what may come yet.
            _ => {}
        }
    }
    let stop = answer["stop_reason"].as_str().unwrap_or_default();
    let used = &answer["usage"];
    let tokens = |key: &str| used[key].as_u64().unwrap_or_default();
    Ok(Completion {
        refusal: (stop == "refusal").then(|| turn.text.clone()),
        cut: matches!(stop, "max_tokens" | "model_context_window_exceeded"),
        usage: Usage {
            model: answer["model"].as_str().map(str::to_owned),
            // What was cached was read, too.
            input_tokens: tokens("input_tokens")
                .saturating_add(tokens("cache_creation_input_tokens"))
                .saturating_add(tokens("cache_read_input_tokens")),
            output_tokens: tokens("output_tokens"),
        },
        turn,
    })
}
