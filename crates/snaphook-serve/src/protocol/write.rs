//! Writing messages: one line each, ended by a newline.

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::{RpcError, RpcErrorCode};
use super::id::Id;

const VERSION: &str = "2.0";

/// A message as one line of JSON with its newline.
pub type MessageLine = Vec<u8>;

#[derive(Serialize)]
struct ResponseMessage<'a, T: ?Sized> {
    jsonrpc: &'static str,
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RpcError>,
}

#[derive(Serialize)]
struct ServerMessage<'a, T> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    method: &'static str,
    params: &'a T,
}

/// The initial capacity; most messages fit.
const USUAL: usize = 512;

fn line<T: Serialize>(message: &T) -> Result<MessageLine, serde_json::Error> {
    let mut line = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut line, message)?;
    line.push(b'\n');
    Ok(line)
}

/// Writes the answer to a request. A result that has no JSON form becomes an
/// internal error.
#[must_use]
pub fn result<T: Serialize + ?Sized>(id: &Id, result: &T) -> MessageLine {
    line(&ResponseMessage {
        jsonrpc: VERSION,
        id: Some(id),
        result: Some(result),
        error: None,
    })
    .unwrap_or_else(|problem| {
        let message = format!("failed to write the result: {problem}");
        error(Some(id), &RpcError::new(RpcErrorCode::Internal, message))
    })
}

/// Writes an error answer; `id` is `null` where it is not known.
#[must_use]
pub fn error(id: Option<&Id>, error: &RpcError) -> MessageLine {
    line(&ResponseMessage::<RawValue> {
        jsonrpc: VERSION,
        id,
        result: None,
        error: Some(error),
    })
    // Strings, numbers and JSON values always have a JSON form.
    .unwrap_or_default()
}

/// Writes a request of the server.
///
/// # Errors
/// When the params have no JSON form.
pub fn request<T: Serialize>(
    id: i64,
    method: &'static str,
    params: &T,
) -> Result<MessageLine, serde_json::Error> {
    line(&ServerMessage {
        jsonrpc: VERSION,
        id: Some(id),
        method,
        params,
    })
}

/// Writes a notification of the server.
///
/// # Errors
/// When the params have no JSON form.
pub fn notification<T: Serialize>(
    method: &'static str,
    params: &T,
) -> Result<MessageLine, serde_json::Error> {
    line(&ServerMessage {
        jsonrpc: VERSION,
        id: None,
        method,
        params,
    })
}
