//! Hooks over HTTP against real servers on this machine.
#![cfg(test)]

mod addresses;
mod answers;
mod bodies;
mod common;
mod headers;
mod lints;
mod policy;
mod server;
mod settings;
mod tls;
mod waiting;
