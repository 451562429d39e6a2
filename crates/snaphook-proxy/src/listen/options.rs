//! Limits of the listener.

use std::time::Duration;

use snaphook_listen::ListenOptions;

/// Options of a [`ProxyListener`](crate::ProxyListener).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ProxyListenOptions {
    /// Who is let in, and at which addresses.
    pub access: ListenOptions,
    /// How many sessions there may be at a time. Each has a server of its own.
    pub sessions: usize,
    /// How long a session may be without a request and without a stream.
    pub idle: Duration,
    /// The largest message of a client, in bytes.
    pub message_bytes: usize,
}

impl ProxyListenOptions {
    /// The defaults, with this access.
    #[must_use]
    pub fn new(access: ListenOptions) -> Self {
        Self {
            access,
            sessions: 64,
            idle: Duration::from_secs(3600),
            message_bytes: 16 * 1024 * 1024,
        }
    }
}
