//! The ways to a client.

pub(crate) mod stream;
