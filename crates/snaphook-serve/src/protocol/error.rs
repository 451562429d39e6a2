//! The error codes of the protocol.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The `code` of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i64)]
#[non_exhaustive]
pub enum RpcErrorCode {
    /// Not JSON, not UTF-8, or too long.
    ParseError = -32700,
    /// JSON, but not a request.
    InvalidRequest = -32600,
    /// The method is unknown.
    MethodNotFound = -32601,
    /// The params do not fit the method.
    InvalidParams = -32602,
    /// A bug in the server.
    Internal = -32603,
    /// This client has no session of this id.
    UnknownSession = -32001,
    /// `initialize` was not sent.
    NotInitialized = -32002,
    /// The server is shutting down.
    ShuttingDown = -32003,
    /// Too many requests are in flight.
    TooManyRequests = -32004,
    /// The protocol version is not supported.
    UnsupportedVersion = -32005,
    /// The session id is in use.
    SessionTaken = -32006,
    /// Settings could not be loaded.
    Settings = -32007,
    /// A request for approval could not be read or answered.
    Approval = -32008,
    /// The request was cancelled.
    Cancelled = -32800,
}

impl RpcErrorCode {
    /// Every code with its meaning.
    pub const ALL: [(Self, &str); 14] = [
        (Self::ParseError, "not JSON, not UTF-8, or too long"),
        (Self::InvalidRequest, "JSON, but not a request"),
        (Self::MethodNotFound, "the method is unknown"),
        (Self::InvalidParams, "the params do not fit the method"),
        (Self::Internal, "a bug in the server"),
        (
            Self::UnknownSession,
            "this client has no session of this id",
        ),
        (Self::NotInitialized, "`initialize` was not sent"),
        (Self::ShuttingDown, "the server is shutting down"),
        (
            Self::TooManyRequests,
            "too many requests in flight, sessions or added hooks",
        ),
        (
            Self::UnsupportedVersion,
            "the protocol version is not supported",
        ),
        (Self::SessionTaken, "the session id is in use"),
        (Self::Settings, "settings could not be loaded"),
        (
            Self::Approval,
            "a request for approval could not be read or answered; `data.reason` says why",
        ),
        (Self::Cancelled, "the request was cancelled"),
    ];

    /// The number of the code.
    #[must_use]
    pub fn number(self) -> i64 {
        self as i64
    }
}

/// An error as it is sent to the client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message} ({code})")]
pub struct RpcError {
    /// The code.
    pub code: i64,
    /// What is wrong and what to do.
    pub message: String,
    /// More data for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<Value>>,
}

impl RpcError {
    /// Makes an error of this code.
    #[must_use]
    pub fn new(code: RpcErrorCode, message: impl Into<String>) -> Self {
        Self {
            code: code.number(),
            message: message.into(),
            data: None,
        }
    }

    /// Adds data for programs.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// The error for params that do not fit the method.
    #[must_use]
    pub fn params(message: impl Into<String>) -> Self {
        Self::new(RpcErrorCode::InvalidParams, message)
    }

    /// The error for a cancelled request.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(RpcErrorCode::Cancelled, "the request was cancelled")
    }

    /// The error for requests to a server that is shutting down.
    #[must_use]
    pub fn shutting_down() -> Self {
        Self::new(RpcErrorCode::ShuttingDown, "the server is shutting down")
    }
}
