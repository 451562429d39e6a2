//! Options and errors of the listener.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use crate::token::BearerToken;

/// Why nothing can listen for HTTP.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListenError {
    /// The address is reachable from other machines, which was not permitted.
    #[error("refusing to listen on the non-loopback address {0}")]
    NotLoopback(SocketAddr),
    /// Without a token every machine could send requests.
    #[error("refusing to listen on the non-loopback address {0} without a token")]
    NoToken(SocketAddr),
    /// Listening failed.
    #[error("failed to listen on {address}: {source}")]
    Io {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
}

/// Options of a listener.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ListenOptions {
    /// The token that every request must carry; without one, every local user may send
    /// requests.
    pub token: Option<BearerToken>,
    /// Permits addresses that other machines can reach.
    pub remote: bool,
    /// Names of the server, besides its address.
    pub hosts: Vec<String>,
    /// How long the headers of a request may take to arrive. A connection without a
    /// request is closed after this time, too.
    pub arrival: Duration,
    /// How many connections there may be; further ones wait.
    pub connections: usize,
}

impl ListenOptions {
    /// The defaults, with this token.
    #[must_use]
    pub fn new(token: Option<BearerToken>) -> Self {
        Self {
            token,
            remote: false,
            hosts: Vec::new(),
            arrival: Duration::from_secs(10),
            connections: 256,
        }
    }
}
