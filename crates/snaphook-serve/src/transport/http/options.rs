//! What HTTP is served with, and why it is not.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use super::token::Token;

/// Why HTTP is not served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// Others than this machine could reach it, and nobody said that they may.
    #[error("{0} is not a loopback address: others could reach it, and nobody said that they may")]
    NotLoopback(SocketAddr),
    /// It could not be listened at.
    #[error("{address}: cannot listen there: {source}")]
    Io {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
}

/// What HTTP is served with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HttpOptions {
    /// What every request must show.
    pub token: Token,
    /// Others than this machine may reach it.
    pub remote: bool,
    /// Names of the server beside its address.
    pub hosts: Vec<String>,
    /// How long a client may be silent.
    pub idle: Duration,
    /// How long the head of a request may take to arrive, and how long its body. A
    /// connection on which no request arrives is closed after this time, too.
    pub arrival: Duration,
}

impl HttpOptions {
    /// The defaults, with this token.
    #[must_use]
    pub fn new(token: Token) -> Self {
        Self {
            token,
            remote: false,
            hosts: Vec::new(),
            idle: Duration::from_secs(300),
            arrival: Duration::from_secs(10),
        }
    }
}
