//! The command from outside, as people and programs call it.
#![cfg(test)]

mod about;
mod authorize;
mod bench;
mod check;
mod common;
mod conformance;
mod dialects;
#[cfg(unix)]
mod docs;
mod exact_input;
mod explain;
mod fire;
#[cfg(unix)]
mod first_steps;
mod handlers;
mod helpers;
mod holding;
mod log;
mod log_shared;
mod machine;
#[cfg(debug_assertions)]
mod managed;
#[cfg(feature = "otel")]
mod otlp;
mod plugins;
mod replay;
mod replay_compared;
mod schema;
mod scopes;
mod scopes_told;
#[cfg(unix)]
mod serve;
mod session;
mod skills;
mod switch;
#[cfg(debug_assertions)]
mod switch_managed;
mod test_command;
mod trust;
mod trust_changes;
mod trust_show;
#[cfg(all(feature = "watch", unix))]
mod watch;
mod workers;
mod world;
