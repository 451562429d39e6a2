//! The scripted model over real sockets, and agents that are small scripts.
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking, too"
)]

mod formats;
mod table;
#[cfg(unix)]
mod verifying;
mod wire_client;
