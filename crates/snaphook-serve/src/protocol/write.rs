//! Writing messages: one line each, ended by a newline.

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::{Code, RpcError};
use super::id::Id;

const VERSION: &str = "2.0";

/// A message that was written: one line of JSON with its newline.
pub type Line = Vec<u8>;

#[derive(Serialize)]
struct Response<'a, T: ?Sized> {
    jsonrpc: &'static str,
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RpcError>,
}

#[derive(Serialize)]
struct Said<'a, T> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    method: &'static str,
    params: &'a T,
}

/// Room for most messages.
const USUAL: usize = 512;

fn line<T: Serialize>(message: &T) -> Result<Line, serde_json::Error> {
    let mut line = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut line, message)?;
    line.push(b'\n');
    Ok(line)
}

/// The answer to a request. A result that has no JSON form is the server's own
/// fault, and said to be.
#[must_use]
pub fn result<T: Serialize + ?Sized>(id: &Id, result: &T) -> Line {
    line(&Response {
        jsonrpc: VERSION,
        id: Some(id),
        result: Some(result),
        error: None,
    })
    .unwrap_or_else(|problem| {
        let message = format!("the result cannot be written: {problem}");
        error(Some(id), &RpcError::new(Code::Internal, message))
    })
}

/// The answer to what cannot be done; `id` is `null` where nobody knows it.
#[must_use]
pub fn error(id: Option<&Id>, error: &RpcError) -> Line {
    line(&Response::<RawValue> {
        jsonrpc: VERSION,
        id,
        result: None,
        error: Some(error),
    })
    // Strings, numbers and JSON values always have a JSON form.
    .unwrap_or_default()
}

/// A request of the server.
///
/// # Errors
/// When the params have no JSON form.
pub fn request<T: Serialize>(
    id: i64,
    method: &'static str,
    params: &T,
) -> Result<Line, serde_json::Error> {
    line(&Said {
        jsonrpc: VERSION,
        id: Some(id),
        method,
        params,
    })
}

/// A notification of the server.
///
/// # Errors
/// When the params have no JSON form.
pub fn notification<T: Serialize>(
    method: &'static str,
    params: &T,
) -> Result<Line, serde_json::Error> {
    line(&Said {
        jsonrpc: VERSION,
        id: None,
        method,
        params,
    })
}
