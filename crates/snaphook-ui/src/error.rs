//! What the page is told when something cannot be done: a status, a message, and what to do.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use snaphook_approvals::{AnswerError, ApprovalError};
use snaphook_log::LogError;

use crate::host::HostError;

/// A request that was refused, or failed.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    help: Option<String>,
    /// What became of the approval that somebody else has answered.
    ended: Option<Box<serde_json::Value>>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            help: None,
            ended: None,
        }
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} is not there"))
    }
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<ApprovalError> for Refusal {
    fn from(error: ApprovalError) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<HostError> for Refusal {
    fn from(error: HostError) -> Self {
        Self {
            help: error.help,
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.message)
        }
    }
}

impl From<AnswerError> for Refusal {
    fn from(error: AnswerError) -> Self {
        let status = match &error {
            AnswerError::Unknown(_) => StatusCode::NOT_FOUND,
            AnswerError::Late(_) | AnswerError::Digest { .. } => StatusCode::CONFLICT,
            AnswerError::NotApprover { .. } => StatusCode::FORBIDDEN,
            AnswerError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let mut refusal = Self::new(status, error.to_string());
        if let AnswerError::Late(ended) = &error {
            refusal.message = format!("too late: {}", ended.ended_in_words());
            refusal.ended = serde_json::to_value(ended).ok().map(Box::new);
        }
        refusal
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({"error": self.message});
        if let Some(help) = self.help {
            body["help"] = help.into();
        }
        if let Some(ended) = self.ended {
            body["ended"] = *ended;
        }
        (self.status, axum::Json(body)).into_response()
    }
}
