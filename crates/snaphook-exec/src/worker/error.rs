//! What a worker may not do.

use crate::process::OUTPUT_LIMIT;

/// A breach of the protocol, which ends the worker. Each text continues a
/// sentence that begins with "its worker".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ProtocolError {
    /// It wrote a line that is too long to be read.
    #[error("wrote a line of more than {} MiB", OUTPUT_LIMIT >> 20)]
    LongLine,
    /// It wrote a line that the protocol does not know.
    #[error("wrote a line that is not an answer: {line}")]
    NotAnAnswer {
        /// The beginning of the line, quoted.
        line: String,
    },
    /// It is ready for a number of requests that is not a number.
    #[error("printed an invalid `concurrency`; use a whole number from 1: {line}")]
    Concurrency {
        /// The beginning of the line, quoted.
        line: String,
    },
    /// It answered a request that it was not given, or one for the second time.
    #[error("answered an unknown request: id {id}")]
    UnknownRequest {
        /// The id in the answer.
        id: u64,
    },
}
