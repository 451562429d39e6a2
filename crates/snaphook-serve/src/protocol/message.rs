//! Reads one message. Pure; any bytes give a message or an error.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::{RpcError, RpcErrorCode};
use super::id::Id;

/// One message of JSON-RPC 2.0, with borrowed, unparsed params.
#[derive(Debug)]
pub enum RpcMessage<'a> {
    /// A request.
    Request {
        /// The request's id.
        id: Id,
        /// The method.
        method: Cow<'a, str>,
        /// The params.
        params: Option<&'a RawValue>,
    },
    /// A notification.
    Notification {
        /// The method.
        method: Cow<'a, str>,
        /// The params.
        params: Option<&'a RawValue>,
    },
    /// An answer.
    Response {
        /// The request's id.
        id: Id,
        /// The result or the error.
        result: Result<&'a RawValue, RpcError>,
    },
}

/// Why a message is refused, with the ids that could be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct UnreadableMessage {
    /// The id for the error answer, if it can be read.
    pub id: Option<Id>,
    /// The reader's own request that the message may have been meant to answer.
    /// That request fails, so that it does not wait for another answer.
    pub answers: Option<Id>,
    /// What is wrong.
    pub error: RpcError,
}

impl UnreadableMessage {
    fn parse(message: impl Into<String>) -> Self {
        Self {
            id: None,
            answers: None,
            error: RpcError::new(RpcErrorCode::ParseError, message),
        }
    }

    fn invalid(id: Option<Id>, message: impl Into<String>) -> Self {
        Self {
            id,
            answers: None,
            error: RpcError::new(RpcErrorCode::InvalidRequest, message),
        }
    }

    /// A message without a method. With a result or an error it is an answer, so
    /// its id is not an id of the writer.
    fn answer(id: Option<Id>, is_answer: bool, message: impl Into<String>) -> Self {
        let own = id.clone().filter(|_| !is_answer);
        Self {
            answers: id,
            ..Self::invalid(own, message)
        }
    }

    /// A message that is too long.
    #[must_use]
    pub fn too_long(limit: usize) -> Self {
        Self::parse(format!("the message is longer than {limit} bytes"))
    }
}

/// The members of a message, unparsed.
#[derive(Deserialize)]
struct RawMessage<'a> {
    #[serde(borrow, default, deserialize_with = "there")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "there")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "there")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "there")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "there")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "there")]
    error: Option<&'a RawValue>,
}

/// Reads a member; a `null` counts as present.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

impl<'a> RpcMessage<'a> {
    /// Reads a message.
    ///
    /// # Errors
    /// When it is not a message; the error is the answer that JSON-RPC asks for.
    pub fn read(bytes: &'a [u8]) -> Result<Self, UnreadableMessage> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| UnreadableMessage::parse("a message must be UTF-8 text"))?;
        let text = text.trim();
        if !text.starts_with('{') {
            return Err(no_object(text));
        }
        let raw: RawMessage<'a> = serde_json::from_str(text).map_err(|error| {
            if error.is_data() {
                // A repeated member.
                UnreadableMessage::invalid(None, format!("not a message: {error}"))
            } else {
                UnreadableMessage::parse(format!("not JSON: {error}"))
            }
        })?;
        raw.into_message()
    }
}

/// The error for a message that is not a JSON object.
fn no_object(text: &str) -> UnreadableMessage {
    match serde_json::from_str::<&RawValue>(text) {
        Err(error) => UnreadableMessage::parse(format!("not JSON: {error}")),
        Ok(_) if text.starts_with('[') => UnreadableMessage::invalid(
            None,
            "batches are not supported; send the messages one by one",
        ),
        Ok(_) => UnreadableMessage::invalid(None, "a message must be a JSON object"),
    }
}

impl<'a> RawMessage<'a> {
    fn into_message(self) -> Result<RpcMessage<'a>, UnreadableMessage> {
        let id = self.id.map(|raw| serde_json::from_str::<Id>(raw.get()));
        let known = id.as_ref().and_then(|id| id.as_ref().ok()).cloned();
        let (has_method, is_answer) = (self.method.is_some(), self.is_answer());
        let invalid = |message: &str| match has_method {
            true => UnreadableMessage::invalid(known.clone(), message),
            false => UnreadableMessage::answer(known.clone(), is_answer, message),
        };
        if self.jsonrpc.and_then(text).as_deref() != Some("2.0") {
            return Err(invalid("`jsonrpc` must be \"2.0\""));
        }
        let id = match id {
            None => None,
            Some(Ok(id)) => Some(id),
            Some(Err(_)) => {
                return Err(invalid(
                    "`id` must be a string or a whole number of 64 bits",
                ));
            }
        };
        let Some(method) = self.method else {
            return self.into_response(id);
        };
        let Some(method) = text(method) else {
            return Err(invalid("`method` must be a string"));
        };
        // Some libraries write `null` for missing params.
        let params = self.params.filter(|params| params.get() != "null");
        Ok(match id {
            Some(id) => RpcMessage::Request { id, method, params },
            None => RpcMessage::Notification { method, params },
        })
    }

    fn is_answer(&self) -> bool {
        self.result.is_some() || self.error.is_some()
    }

    fn into_response(self, id: Option<Id>) -> Result<RpcMessage<'a>, UnreadableMessage> {
        let is_answer = self.is_answer();
        let invalid = |message: &str| UnreadableMessage::answer(id.clone(), is_answer, message);
        let error = self.error.filter(|error| error.get() != "null");
        let result = match (self.result, error) {
            // The request fails, whatever the error looks like.
            (_, Some(error)) => Err(serde_json::from_str(error.get()).unwrap_or_else(|_| {
                let message = "the client's `error` must have a `code` and a `message`";
                RpcError::new(RpcErrorCode::InvalidRequest, message)
            })),
            (Some(result), None) => Ok(result),
            (None, None) => return Err(invalid("a message needs a `method`, or a `result`")),
        };
        match &id {
            Some(id) => Ok(RpcMessage::Response {
                id: id.clone(),
                result,
            }),
            None => Err(invalid("an answer needs the `id` of its request")),
        }
    }
}

fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let json = raw.get();
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    match inner.contains('\\') {
        false => Some(Cow::Borrowed(inner)),
        true => serde_json::from_str::<String>(json).ok().map(Cow::Owned),
    }
}
