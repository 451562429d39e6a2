//! The transports: stdio, Unix socket, HTTP.

#[cfg(unix)]
mod connection_slots;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod stream;
#[cfg(unix)]
pub(crate) mod unix;
