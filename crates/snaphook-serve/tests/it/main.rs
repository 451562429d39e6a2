//! The server, as its clients see it.
#![cfg(test)]

mod approvals;
mod cancel;
mod common;
mod ends;
mod events;
mod functions;
mod limits;
mod messages;
mod peer;
mod permissions;
mod reload;
mod sessions;
#[cfg(unix)]
mod socket;
