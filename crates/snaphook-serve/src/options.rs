//! What a server is told by its host.

use std::path::PathBuf;
use std::time::Duration;

/// What one client may have of the server.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Requests without an answer.
    pub requests_in_flight: usize,
    /// Bytes of all of them together.
    pub bytes_in_flight: usize,
    /// Sessions.
    pub sessions: usize,
    /// Hooks that it has added to one session.
    pub hooks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 16 * 1024 * 1024,
            requests_in_flight: 4096,
            bytes_in_flight: 64 * 1024 * 1024,
            sessions: 65_536,
            hooks: 4096,
        }
    }
}

/// What a server is told by its host.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// The working directory of inputs that have none.
    pub cwd: PathBuf,
    /// What one client may have.
    pub limits: Limits,
    /// How many clients there may be at a time.
    pub clients: usize,
    /// How long what is in flight may go on when the server ends.
    pub grace: Duration,
}

impl Options {
    /// The defaults, for a server that works in this folder.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: cwd.into(),
            limits: Limits::default(),
            clients: 1024,
            grace: Duration::from_secs(5),
        }
    }
}
