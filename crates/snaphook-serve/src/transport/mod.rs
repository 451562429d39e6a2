//! The ways to a client.

mod accept;
pub(crate) mod stream;
#[cfg(unix)]
pub(crate) mod unix;
