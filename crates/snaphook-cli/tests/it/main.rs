//! The command from outside, as people and programs call it.
#![cfg(test)]

mod about;
#[cfg(unix)]
mod agents;
mod approvals;
mod approvals_who;
mod authorize;
mod bench;
mod check;
mod claude_plugin;
mod common;
mod conformance;
mod convert;
mod dialects;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod doctor;
mod env;
mod exact_input;
mod explain;
mod fire;
#[cfg(unix)]
mod first_steps;
mod handlers;
mod helpers;
mod holding;
#[cfg(unix)]
mod hook;
mod hook_hangs;
mod hook_keep;
mod hook_rules;
mod hook_twice;
mod log;
mod log_shared;
mod log_verify;
mod machine;
#[cfg(debug_assertions)]
mod managed;
#[cfg(feature = "otel")]
mod otlp;
#[cfg(unix)]
mod packs;
mod plugins;
mod policies;
#[cfg(all(debug_assertions, unix))]
mod policy;
mod problems;
mod replay;
mod replay_compared;
#[cfg(unix)]
mod sandbox;
mod schema;
mod scopes;
mod scopes_told;
#[cfg(unix)]
mod serve;
mod session;
mod skills;
mod source_rules;
#[cfg(all(debug_assertions, unix))]
mod static_server;
mod switch;
#[cfg(debug_assertions)]
mod switch_managed;
mod test_command;
mod trust;
mod trust_changes;
mod trust_show;
#[cfg(unix)]
mod ui;
mod verify;
#[cfg(all(feature = "watch", unix))]
mod watch;
mod workers;
mod world;
