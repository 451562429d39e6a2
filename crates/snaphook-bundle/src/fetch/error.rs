//! Why a request brought no bundle.

use crate::error::StoreError;

/// Why a request brought no bundle that counts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The client cannot be made.
    #[error("failed to set up the HTTP client: {0}")]
    Client(String),
    /// The server cannot be reached, or its answer broke off.
    #[error("failed to get {url}: {reason}")]
    Request {
        /// The address, without what may be secret.
        url: String,
        /// Why.
        reason: String,
    },
    /// The server answered with another status.
    #[error("failed to get {url}: the server answered {status}")]
    Status {
        /// The address, without what may be secret.
        url: String,
        /// The status.
        status: u16,
    },
    /// The answer is larger than a bundle may be.
    #[error("failed to get {url}: the answer is larger than {limit} MB")]
    TooLarge {
        /// The address, without what may be secret.
        url: String,
        /// The limit.
        limit: usize,
    },
    /// The bundle is refused, or cannot be kept.
    #[error("refused the bundle of {url}: {source}")]
    Refused {
        /// The address, without what may be secret.
        url: String,
        /// Why.
        source: StoreError,
    },
    /// The same bundle was refused before.
    #[error("{0}")]
    RefusedBefore(String),
}
