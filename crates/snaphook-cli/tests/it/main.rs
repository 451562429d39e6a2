//! The command from outside, as people and programs call it.
#![cfg(test)]

mod check;
mod common;
mod conformance;
mod dialects;
mod explain;
mod fire;
mod helpers;
mod machine;
#[cfg(feature = "otel")]
mod otlp;
mod session;
mod test_command;
