//! The ways to a client.

#[cfg(any(unix, feature = "http"))]
mod accept;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod stream;
#[cfg(unix)]
pub(crate) mod unix;
