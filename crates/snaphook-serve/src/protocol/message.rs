//! Reading one message: pure, and never more than an error on any bytes.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::{Code, RpcError};
use super::id::Id;

/// One message of JSON-RPC 2.0. What it carries stays raw, and borrowed.
#[derive(Debug)]
pub enum Message<'a> {
    /// Somebody wants an answer.
    Request {
        /// What the answer is to be called.
        id: Id,
        /// What is wanted.
        method: Cow<'a, str>,
        /// With what.
        params: Option<&'a RawValue>,
    },
    /// Somebody says something.
    Notification {
        /// What.
        method: Cow<'a, str>,
        /// With what.
        params: Option<&'a RawValue>,
    },
    /// Somebody answers.
    Response {
        /// The request's id.
        id: Id,
        /// What they say.
        result: Result<&'a RawValue, RpcError>,
    },
}

/// A message that cannot be taken, and whose it was, as far as that can be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct Unreadable {
    /// The request's id, if it has one that can be read.
    pub id: Option<Id>,
    /// Which question of the reader it may have been meant to answer. Whoever
    /// asked it must not wait for another answer.
    pub answers: Option<Id>,
    /// What is wrong.
    pub error: RpcError,
}

impl Unreadable {
    fn parse(message: impl Into<String>) -> Self {
        Self {
            id: None,
            answers: None,
            error: RpcError::new(Code::ParseError, message),
        }
    }

    fn invalid(id: Option<Id>, message: impl Into<String>) -> Self {
        Self {
            id,
            answers: None,
            error: RpcError::new(Code::InvalidRequest, message),
        }
    }

    /// Something without a method. What has a result or an error is no request,
    /// and its id is none of the writer's own.
    fn answer(id: Option<Id>, is_answer: bool, message: impl Into<String>) -> Self {
        let own = id.clone().filter(|_| !is_answer);
        Self {
            answers: id,
            ..Self::invalid(own, message)
        }
    }

    /// A message of more bytes than are read.
    #[must_use]
    pub fn too_long(limit: usize) -> Self {
        Self::parse(format!("a message may have at most {limit} bytes"))
    }
}

/// Every member a message may have, in whatever form.
#[derive(Deserialize)]
struct Raw<'a> {
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

/// Also a `null` is there.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

impl<'a> Message<'a> {
    /// Reads a message.
    ///
    /// # Errors
    /// When it is none; the error is what JSON-RPC says to answer.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Unreadable::parse("a message must be UTF-8 text"))?;
        let text = text.trim();
        if !text.starts_with('{') {
            return Err(no_object(text));
        }
        let raw: Raw<'a> = serde_json::from_str(text).map_err(|error| {
            if error.is_data() {
                // A member that stands twice.
                Unreadable::invalid(None, format!("not a message: {error}"))
            } else {
                Unreadable::parse(format!("not JSON: {error}"))
            }
        })?;
        raw.into_message()
    }
}

/// Tells what is not JSON from what is no object.
fn no_object(text: &str) -> Unreadable {
    match serde_json::from_str::<&RawValue>(text) {
        Err(error) => Unreadable::parse(format!("not JSON: {error}")),
        Ok(_) if text.starts_with('[') => Unreadable::invalid(
            None,
            "batches are not taken: write the messages one after the other",
        ),
        Ok(_) => Unreadable::invalid(None, "a message must be a JSON object"),
    }
}

impl<'a> Raw<'a> {
    fn into_message(self) -> Result<Message<'a>, Unreadable> {
        let id = self.id.map(|raw| serde_json::from_str::<Id>(raw.get()));
        let known = id.as_ref().and_then(|id| id.as_ref().ok()).cloned();
        let (has_method, is_answer) = (self.method.is_some(), self.is_answer());
        let invalid = |message: &str| match has_method {
            true => Unreadable::invalid(known.clone(), message),
            false => Unreadable::answer(known.clone(), is_answer, message),
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
        // `null` is what some libraries write for none.
        let params = self.params.filter(|params| params.get() != "null");
        Ok(match id {
            Some(id) => Message::Request { id, method, params },
            None => Message::Notification { method, params },
        })
    }

    fn is_answer(&self) -> bool {
        self.result.is_some() || self.error.is_some()
    }

    fn into_response(self, id: Option<Id>) -> Result<Message<'a>, Unreadable> {
        let is_answer = self.is_answer();
        let invalid = |message: &str| Unreadable::answer(id.clone(), is_answer, message);
        let error = self.error.filter(|error| error.get() != "null");
        let result = match (self.result, error) {
            // Whoever asked must hear that there is no answer, whatever it says.
            (_, Some(error)) => Err(serde_json::from_str(error.get()).unwrap_or_else(|_| {
                let message = "the client answered an `error` without `code` and `message`";
                RpcError::new(Code::InvalidRequest, message)
            })),
            (Some(result), None) => Ok(result),
            (None, None) => return Err(invalid("a message needs a `method`, or a `result`")),
        };
        match &id {
            Some(id) => Ok(Message::Response {
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
