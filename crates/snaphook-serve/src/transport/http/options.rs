//! Options and errors of the HTTP listener.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use super::token::BearerToken;

/// Why the server cannot listen for HTTP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The address is reachable from other machines, which was not permitted.
    #[error("refusing to listen on the non-loopback address {0}")]
    NotLoopback(SocketAddr),
    /// Listening failed.
    #[error("failed to listen on {address}: {source}")]
    Io {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
}

/// The options of the HTTP listener.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HttpOptions {
    /// The token that every request must carry.
    pub token: BearerToken,
    /// Permits addresses that other machines can reach.
    pub remote: bool,
    /// Names of the server, besides its address.
    pub hosts: Vec<String>,
    /// How long a client may be idle.
    pub idle: Duration,
    /// How long the headers of a request may take to arrive, and how long its body.
    /// A connection without a request is closed after this time, too.
    pub arrival: Duration,
}

impl HttpOptions {
    /// The defaults, with this token.
    #[must_use]
    pub fn new(token: BearerToken) -> Self {
        Self {
            token,
            remote: false,
            hosts: Vec::new(),
            idle: Duration::from_secs(300),
            arrival: Duration::from_secs(10),
        }
    }
}
