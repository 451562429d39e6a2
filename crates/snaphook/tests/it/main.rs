//! The engine from outside, with real processes. One binary for all of it:
//! linking is most of the time it takes to build tests.
#![cfg(test)]

mod approval_gates;
mod background;
mod broken;
mod budget;
mod builtins;
mod common;
mod dialects;
mod dispatch;
mod env;
mod fourth_dialect;
mod functions;
mod gate;
mod gate_cases;
mod gate_faults;
mod helpers;
mod holding;
mod kinds;
#[cfg(feature = "mcp")]
mod mcp_servers;
mod observe;
mod permission;
mod policy;
mod processes;
mod questions;
mod recording;
mod reload;
mod scopes;
mod scripts;
mod sessions;
mod switches;
#[cfg(feature = "tower")]
mod tower;
mod trust;
mod trust_copies;
mod turn;
mod united;
#[cfg(feature = "watch")]
mod watch;
mod workers;
