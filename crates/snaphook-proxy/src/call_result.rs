//! The result of a tool call: as hooks see it, and as the client gets it.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use snaphook::gate::{GatedCall, ToolFailure, ToolResult};
use snaphook::input::Fields;
use snaphook::json::Json;

use crate::link::result_line;
use crate::message::Message;
use crate::request_id::RequestId;

/// What the server answered to a call.
pub(crate) enum CallResponse {
    /// A result, and what hooks got of it.
    Result {
        message: Message,
        result: Fields,
        seen: Seen,
    },
    /// An error of the protocol, and its message.
    Error { message: Message, text: String },
    /// What nobody may pass on.
    Unusable,
}

/// What hooks got of a result.
pub(crate) enum Seen {
    /// The whole result, of a call that went well.
    Whole(Json),
    /// The texts of one that failed.
    Failure(String),
}

impl CallResponse {
    /// Reads a response: what is kept of it, and what hooks see.
    pub(crate) fn read(message: Message, needs_result: bool) -> (Self, Result<Json, String>) {
        let unusable = |why: &str| (Self::Unusable, Err(format!("the server's answer {why}")));
        if message.fields.repeated().is_some() {
            return unusable("has a key twice in one object");
        }
        if let Some(error) = message.fields.fields("error") {
            let text = error.text("message").map(std::borrow::Cow::into_owned);
            let text = text.unwrap_or_else(|| "the server refused the call".to_owned());
            return (
                Self::Error {
                    message,
                    text: text.clone(),
                },
                Err(text),
            );
        }
        let result = message.fields.fields("result");
        let whole = message.fields.json("result");
        let (Some(result), Some(whole)) = (result, whole) else {
            return unusable("is not the result of a tool");
        };
        if whole["isError"] == Value::Bool(true) {
            let text = texts(&whole);
            let seen = Seen::Failure(text.clone());
            return (
                Self::Result {
                    message,
                    result,
                    seen,
                },
                Err(text),
            );
        }
        let is_task = whole.get("content").is_none() && whole["task"].is_object();
        if is_task && needs_result {
            return unusable("is a task, whose result PostToolUse hooks would not see");
        }
        let seen = Seen::Whole(whole.clone());
        (
            Self::Result {
                message,
                result,
                seen,
            },
            Ok(whole),
        )
    }
}

/// The texts of a result that reports an error.
fn texts(result: &Value) -> String {
    let parts = result["content"].as_array().into_iter().flatten();
    let texts: Vec<&str> = parts.filter_map(|part| part["text"].as_str()).collect();
    match texts.is_empty() {
        true => "the tool failed".to_owned(),
        false => texts.join("\n"),
    }
}

/// The line for the client; nothing where it waits for none.
pub(crate) fn answer(
    id: &RequestId,
    gated: &GatedCall,
    response: Option<CallResponse>,
) -> Option<Vec<u8>> {
    let said = said(gated);
    let error = |text: &str| Some(result_line(id, &tool_error(text, &said)));
    match (&gated.result, response) {
        (ToolResult::Denied(denial), _) => error(&denial.text),
        (ToolResult::Deferred(reason), _) => {
            let why = "a hook leaves the decision about this call to the host, and here is none";
            error(&match reason {
                Some(reason) => format!("{why}: {reason}"),
                None => why.to_owned(),
            })
        }
        (ToolResult::Failed(ToolFailure::Cancelled), _) => None,
        (
            ToolResult::Done(value),
            Some(CallResponse::Result {
                message,
                result,
                seen,
            }),
        ) => {
            let stays = matches!(&seen, Seen::Whole(whole) if whole == value);
            Some(match stays {
                true => with_texts(message, &result, &said),
                false => result_line(id, &rewritten(value, &result, &said)),
            })
        }
        (
            ToolResult::Failed(ToolFailure::Error(text)),
            Some(CallResponse::Result {
                message,
                result,
                seen: Seen::Failure(before),
            }),
        ) if *text == before => Some(with_texts(message, &result, &said)),
        (
            ToolResult::Failed(ToolFailure::Error(text)),
            Some(CallResponse::Error {
                message,
                text: before,
            }),
        ) => Some(protocol_error(message, text, *text == before, &said)),
        (ToolResult::Failed(failure), _) => error(&failure.to_string()),
        (ToolResult::Done(_), _) => error("the server's answer was lost"),
    }
}

/// What hooks say to the model beside the result.
fn said(gated: &GatedCall) -> Vec<String> {
    let stop = gated
        .stop
        .as_ref()
        .map(|why| format!("A hook asks the agent to stop: {why}"));
    let mut said: Vec<String> = gated
        .feedback
        .iter()
        .chain(&gated.context)
        .cloned()
        .collect();
    said.extend(stop);
    said
}

fn text_part(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// A result that reports an error to the model.
fn tool_error(text: &str, said: &[String]) -> String {
    let parts = std::iter::once(text).chain(said.iter().map(String::as_str));
    let content: Vec<Value> = parts.map(text_part).collect();
    json!({ "content": content, "isError": true }).to_string()
}

/// The response as it is, with texts at the end of its content.
fn with_texts(message: Message, result: &Fields, said: &[String]) -> Vec<u8> {
    if said.is_empty() {
        return message.line;
    }
    let mut result = result.clone();
    let mut fields = message.fields;
    let content = with_parts(result.raw("content"), said);
    // What can be read as JSON can be written as JSON.
    let _ = result.set("content", &content);
    let _ = fields.set("result", &result);
    super::call::without_line_end(fields.to_line())
}

/// The parts of a content, each as it is written, and texts.
fn with_parts(content: Option<&RawValue>, said: &[String]) -> Vec<Box<RawValue>> {
    let parts = content.and_then(|content| serde_json::from_str(content.get()).ok());
    let mut parts: Vec<Box<RawValue>> = parts.unwrap_or_default();
    let texts = said
        .iter()
        .filter_map(|text| RawValue::from_string(text_part(text).to_string()).ok());
    parts.extend(texts);
    parts
}

/// The result as hooks rewrote it. A rewrite that is a whole result replaces it; any other
/// becomes its content.
fn rewritten(value: &Json, before: &Fields, said: &[String]) -> String {
    let mut result = match value.as_value() {
        Value::Object(fields) if fields.get("content").is_some_and(Value::is_array) => {
            Fields::parse(&value.to_string()).unwrap_or_default()
        }
        Value::Object(_) => {
            let mut result = content(vec![text_part(&value.to_string())]);
            let _ = result.set("structuredContent", value);
            result
        }
        Value::Array(parts) if parts.iter().all(|part| part["type"].is_string()) => {
            content(parts.clone())
        }
        Value::String(text) => content(vec![text_part(text)]),
        _ => content(vec![text_part(&value.to_string())]),
    };
    let had = before.raw("structuredContent").is_some();
    if had && result.raw("structuredContent").is_none() {
        // Clients take a result without what its tool promises only as an error.
        let _ = result.set("isError", &true);
    }
    let parts = with_parts(result.raw("content"), said);
    let _ = result.set("content", &parts);
    String::from_utf8(super::call::without_line_end(result.to_line())).unwrap_or_default()
}

fn content(parts: Vec<Value>) -> Fields {
    let mut result = Fields::default();
    let _ = result.set("content", &parts);
    result
}

/// An error of the protocol, with what hooks make of its message.
fn protocol_error(message: Message, text: &str, stays: bool, said: &[String]) -> Vec<u8> {
    if stays && said.is_empty() {
        return message.line;
    }
    let texts = std::iter::once(text).chain(said.iter().map(String::as_str));
    let text = texts.collect::<Vec<_>>().join("\n");
    let mut error = message.fields.fields("error").unwrap_or_default();
    let _ = error.set("message", &text);
    if !stays {
        // It may hold what hooks have withheld.
        error.remove("data");
    }
    let mut fields = message.fields;
    let _ = fields.set("error", &error);
    super::call::without_line_end(fields.to_line())
}
