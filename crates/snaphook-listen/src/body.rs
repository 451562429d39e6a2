//! The body of a request: JSON, no longer than it may be, within a budget and a time.

use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use tokio::sync::SemaphorePermit;

use crate::read_budget::ReadBudget;

/// Why a body was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// It has more bytes than it may have.
    #[error("the message is too long")]
    TooLong,
    /// Others occupied the whole budget.
    #[error("timed out waiting for other messages to arrive")]
    NoRoom,
    /// It did not arrive in time.
    #[error("timed out reading the message")]
    Late,
}

/// Whether the headers say that the body is JSON.
#[must_use]
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a whole body of at most `limit` bytes. The permit is its share of the budget.
///
/// # Errors
/// When it is too long, or does not arrive within `patience`.
pub async fn read_body<'a>(
    budget: &'a ReadBudget,
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    patience: Duration,
) -> Result<(Vec<u8>, SemaphorePermit<'a>), BodyError> {
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|text| text.to_str().ok());
    let length = length.and_then(|text| text.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(BodyError::TooLong);
    }
    // Without a length the body may be as long as any.
    let room = budget.reserve(length.unwrap_or(limit), patience).await;
    let room = room.ok_or(BodyError::NoRoom)?;
    match tokio::time::timeout(patience, axum::body::to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => Ok((bytes.into(), room)),
        Ok(Err(_)) => Err(BodyError::TooLong),
        Err(_) => Err(BodyError::Late),
    }
}
