//! Options and errors of the page's listener.

use std::net::SocketAddr;
use std::path::PathBuf;

use snaphook_listen::BearerToken;

/// How the page is served.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageOptions {
    /// What every request but those for the page's own files must carry.
    pub token: BearerToken,
    /// The audit log, which holds the approvals, too.
    pub log: PathBuf,
    /// Fields whose values are not shown, as in the log.
    pub redact_fields: Vec<String>,
    /// Permits addresses that other machines can reach.
    pub remote: bool,
    /// Names of the page, besides its address.
    pub hosts: Vec<String>,
}

impl PageOptions {
    /// The page of this log, with the usual options.
    #[must_use]
    pub fn new(token: BearerToken, log: impl Into<PathBuf>) -> Self {
        Self {
            token,
            log: log.into(),
            redact_fields: Vec::new(),
            remote: false,
            hosts: Vec::new(),
        }
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The address is reachable from other machines, which was not permitted.
    #[error("refusing to show the page on the non-loopback address {0}")]
    NotLoopback(SocketAddr),
    /// Listening failed.
    #[error("failed to listen on {address}: {source}")]
    Io {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: std::io::Error,
    },
}
