//! The OpenAI chat completions API, as many servers speak it: vLLM, llama.cpp,
//! Ollama, OpenRouter.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::model::Provider;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{Value, json};
use snaphook_core::answer::Usage;

use super::endpoint::Endpoint;
use super::failures::ServerRefusal;
use super::wire::{RequestFailure, Wire};
use crate::run::language_model::{
    ChatMessage, Completion, CompletionFuture, LanguageModel, ModelError, ModelRequest,
    ModelToolCall, ModelTurn,
};

const PATH: &str = "/chat/completions";

/// A model that speaks the OpenAI chat completions API.
pub struct OpenAi {
    wire: Wire,
    endpoint: Endpoint,
    limitations: ServerLimitations,
}

/// What a server does not take; it is learned from its complaints.
#[derive(Default)]
struct ServerLimitations {
    /// It takes no schema.
    no_schema: AtomicBool,
    /// It lets the model think or call tools, not both.
    no_thoughts: AtomicBool,
}

impl ServerLimitations {
    /// Whether there is something to give up that the server complains of, and
    /// that was not given up before.
    fn make(&self, refused: &ServerRefusal, request: &ModelRequest) -> bool {
        if request.schema.is_some()
            && ["response_format", "json_schema"]
                .iter()
                .any(|part| refused.blames(part))
        {
            return !self.no_schema.swap(true, Ordering::Relaxed);
        }
        if !request.tools.is_empty() && refused.blames("reasoning_effort") {
            return !self.no_thoughts.swap(true, Ordering::Relaxed);
        }
        false
    }
}

impl OpenAi {
    /// The model at this endpoint.
    #[must_use]
    pub fn new(endpoint: Endpoint) -> Self {
        Self::with_wire(Wire::default(), endpoint)
    }

    pub(crate) fn with_wire(wire: Wire, endpoint: Endpoint) -> Self {
        Self {
            wire,
            endpoint,
            limitations: ServerLimitations::default(),
        }
    }

    async fn ask(&self, request: &ModelRequest) -> Result<Completion, ModelError> {
        let model = self.endpoint.model_for(Provider::OpenAi, request)?;
        let mut headers = HeaderMap::new();
        let key = self.endpoint.key.as_ref();
        headers.extend(
            key.and_then(|key| key.header("Bearer "))
                .map(|key| (AUTHORIZATION, key)),
        );
        loop {
            let body = body(model, request, &self.limitations);
            let posted = self
                .wire
                .post(&self.endpoint, PATH, &headers, &body, request.deadline);
            match posted.await {
                Ok(answer) => return completion(&answer, self.endpoint.server()),
                Err(RequestFailure::Refused(refused))
                    if self.limitations.make(&refused, request) => {}
                Err(RequestFailure::Refused(refused)) => {
                    return Err(refused.into_error(&self.endpoint));
                }
                Err(RequestFailure::Failed(error)) => return Err(error),
            }
        }
    }
}

impl LanguageModel for OpenAi {
    fn complete<'a>(&'a self, request: &'a ModelRequest) -> CompletionFuture<'a> {
        Box::pin(self.ask(request))
    }
}

/// Only what every server knows: no limit of tokens, which has two names.
fn body(model: &str, request: &ModelRequest, without: &ServerLimitations) -> Value {
    let mut messages = vec![json!({"role": "system", "content": request.system})];
    messages.extend(request.messages.iter().flat_map(message));
    let mut body = json!({"model": model, "messages": messages});
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.input,
            }})
        });
        body["tools"] = tools.collect();
        if without.no_thoughts.load(Ordering::Relaxed) {
            body["reasoning_effort"] = json!("none");
        }
    }
    if let Some(schema) = &request.schema
        && !without.no_schema.load(Ordering::Relaxed)
    {
        body["response_format"] = json!({"type": "json_schema", "json_schema": {
            "name": schema.name, "strict": true, "schema": schema.json,
        }});
    }
    body
}

fn message(message: &ChatMessage) -> Vec<Value> {
    match message {
        ChatMessage::User(text) => vec![json!({"role": "user", "content": text})],
        ChatMessage::Assistant(turn) => vec![assistant(turn)],
        ChatMessage::Results(results) => results
            .iter()
            .map(|result| {
                let text = if result.failed {
                    format!("Error: {}", result.text)
                } else {
                    result.text.clone()
                };
                json!({"role": "tool", "tool_call_id": result.id, "content": text})
            })
            .collect(),
    }
}

fn assistant(turn: &ModelTurn) -> Value {
    let mut message = json!({"role": "assistant", "content": turn.text});
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().map(|call| {
            // Servers read this again, and not all survive what is not an object.
            let arguments = if call.input.is_object() {
                call.input.to_string()
            } else {
                "{}".to_owned()
            };
            json!({"id": call.id, "type": "function",
                   "function": {"name": call.name, "arguments": arguments}})
        });
        message["tool_calls"] = calls.collect();
    }
    message
}

fn completion(answer: &Value, server: &str) -> Result<Completion, ModelError> {
    let choice = &answer["choices"][0];
    let message = choice["message"]
        .as_object()
        .ok_or_else(|| ModelError::Unreadable {
            server: server.to_owned(),
            why: "it has no `choices` with a `message`".to_owned(),
        })?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let calls = calls.into_iter().flatten().map(|call| {
        let arguments = &call["function"]["arguments"];
        ModelToolCall {
            id: text(&call["id"]),
            name: text(&call["function"]["name"]),
            input: match arguments.as_str() {
                Some("") => json!({}),
                Some(json) => serde_json::from_str(json).unwrap_or_else(|_| arguments.clone()),
                None => arguments.clone(),
            },
        }
    });
    let turn = ModelTurn {
        text: message.get("content").map(content).unwrap_or_default(),
        calls: calls.collect(),
        own: None,
    };
    let finish = choice["finish_reason"].as_str().unwrap_or_default();
    let refusal = message.get("refusal").and_then(Value::as_str);
    let used = &answer["usage"];
    Ok(Completion {
        refusal: refusal
            .filter(|words| !words.is_empty())
            .map(str::to_owned)
            .or_else(|| (finish == "content_filter").then(|| turn.text.clone())),
        cut: finish == "length",
        usage: Usage {
            model: answer["model"].as_str().map(str::to_owned),
            input_tokens: used["prompt_tokens"].as_u64().unwrap_or_default(),
            output_tokens: used["completion_tokens"].as_u64().unwrap_or_default(),
        },
        turn,
    })
}

/// A text, or a list of parts.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect(),
        _ => String::new(),
    }
}
