//! The server, as its clients see it.
#![cfg(test)]

mod approvals;
mod back_pressure;
mod cancel;
mod common;
mod ends;
mod events;
mod functions;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod http_access;
#[cfg(feature = "http")]
mod http_full;
#[cfg(feature = "http")]
mod http_half_open;
#[cfg(feature = "http")]
mod http_peer;
mod limits;
mod messages;
#[cfg(feature = "http")]
mod metrics;
mod page;
mod peer;
mod permissions;
mod reload;
mod session_state;
mod sessions;
#[cfg(unix)]
mod socket;
