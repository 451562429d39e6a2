//! Options of the HTTP listener.

use std::time::Duration;

use snaphook_listen::{BearerToken, ListenOptions};

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

    pub(super) fn listen(&self) -> ListenOptions {
        let mut options = ListenOptions::new(Some(self.token.clone()));
        options.remote = self.remote;
        options.hosts.clone_from(&self.hosts);
        options.arrival = self.arrival;
        options
    }
}
