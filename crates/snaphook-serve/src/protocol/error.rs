//! Errors of the protocol, by their codes.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an error is about. The number is the error's `code`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i64)]
#[non_exhaustive]
pub enum Code {
    /// Not JSON, not UTF-8, or too long.
    ParseError = -32700,
    /// JSON, but not a request.
    InvalidRequest = -32600,
    /// There is no such method.
    MethodNotFound = -32601,
    /// The params do not fit the method.
    InvalidParams = -32602,
    /// The server's own fault.
    Internal = -32603,
    /// This client has no session of this id.
    UnknownSession = -32001,
    /// `initialize` has not been done.
    NotInitialized = -32002,
    /// The server is shutting down.
    ShuttingDown = -32003,
    /// Too many requests are in flight.
    TooManyRequests = -32004,
    /// The protocol version is not spoken.
    UnsupportedVersion = -32005,
    /// The session id is taken.
    SessionTaken = -32006,
    /// Settings could not be loaded.
    Settings = -32007,
    /// The request was cancelled.
    Cancelled = -32800,
}

impl Code {
    /// Every code, with what it means.
    pub const ALL: [(Self, &str); 13] = [
        (Self::ParseError, "not JSON, not UTF-8, or too long"),
        (Self::InvalidRequest, "JSON, but not a request"),
        (Self::MethodNotFound, "there is no such method"),
        (Self::InvalidParams, "the params do not fit the method"),
        (Self::Internal, "the server's own fault"),
        (
            Self::UnknownSession,
            "this client has no session of this id",
        ),
        (Self::NotInitialized, "`initialize` has not been done"),
        (Self::ShuttingDown, "the server is shutting down"),
        (
            Self::TooManyRequests,
            "too many requests in flight, sessions or added hooks",
        ),
        (
            Self::UnsupportedVersion,
            "the protocol version is not spoken",
        ),
        (Self::SessionTaken, "the session id is taken"),
        (Self::Settings, "settings could not be loaded"),
        (Self::Cancelled, "the request was cancelled"),
    ];

    /// The code itself.
    #[must_use]
    pub fn number(self) -> i64 {
        self as i64
    }
}

/// An error as it is sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message} ({code})")]
pub struct RpcError {
    /// What it is about.
    pub code: i64,
    /// What was wrong, and what to do.
    pub message: String,
    /// More, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<Value>>,
}

impl RpcError {
    /// An error of this code.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code: code.number(),
            message: message.into(),
            data: None,
        }
    }

    /// The same with more for programs.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// The params do not fit.
    #[must_use]
    pub fn params(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidParams, message)
    }

    /// The request was cancelled.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(Code::Cancelled, "the request was cancelled")
    }

    /// The server takes no more requests.
    #[must_use]
    pub fn shutting_down() -> Self {
        Self::new(Code::ShuttingDown, "the server is shutting down")
    }
}
