//! The options of a server, and the limits of each client.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::approvals_host::ApprovalsHost;

/// The limits of one client.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ClientLimits {
    /// The most bytes of one message.
    pub message_bytes: usize,
    /// The most requests in flight.
    pub requests_in_flight: usize,
    /// The most bytes of all requests in flight.
    pub bytes_in_flight: usize,
    /// The most sessions.
    pub sessions: usize,
    /// The most hooks that the client may add to one session.
    pub hooks: usize,
}

impl Default for ClientLimits {
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

/// The options of a server.
#[derive(Clone)]
#[non_exhaustive]
pub struct ServerOptions {
    /// The working directory of inputs without a `cwd`.
    pub cwd: PathBuf,
    /// The limits of each client.
    pub limits: ClientLimits,
    /// The most clients at a time.
    pub clients: usize,
    /// How long requests in flight may go on when the server ends.
    pub grace: Duration,
    /// Keeps requests for approval; without it, only the client that asks can answer.
    pub approvals: Option<Arc<dyn ApprovalsHost>>,
}

impl std::fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerOptions")
            .field("cwd", &self.cwd)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl ServerOptions {
    /// The defaults, with this working directory.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: cwd.into(),
            limits: ClientLimits::default(),
            clients: 1024,
            grace: Duration::from_secs(5),
            approvals: None,
        }
    }
}
