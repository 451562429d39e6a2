//! What can go wrong; never a hook's outcome.

use std::time::Duration;

/// Why spans are not sent, or were not.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OtelError {
    /// The collector's address is invalid.
    #[error("`{url}` is not the address of a collector: {why}")]
    Address {
        /// What was given.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no tokio runtime to send from.
    #[error("spans can only be sent from inside a tokio runtime")]
    NoRuntime,
    /// The process has a global subscriber already.
    #[error("there is already a global tracing subscriber; add the layer to it")]
    Installed,
    /// The collector did not get everything.
    #[error("{spans} spans did not reach the collector: {why}")]
    Lost {
        /// How many.
        spans: u64,
        /// The last reason.
        why: String,
    },
    /// The collector did not take everything in time.
    #[error("the collector did not answer within {0:?}")]
    TooLate(Duration),
}
