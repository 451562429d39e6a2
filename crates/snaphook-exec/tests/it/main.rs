//! Handlers through the public API of the crate, with real processes and without
//! an engine: what a factory makes, what a call gives back, what is left running.
//!
//! | file | covers |
//! |---|---|
//! | `commands` | one command: input, output, exit, environment |
//! | `supervision` | process groups, cancellation, orphans, turns |
//! | `workers` | commands that stay and answer many calls |
//! | `builtins`, `functions` | code of the host |
#![cfg(test)]
#![cfg(unix)]

mod builtins;
mod commands;
mod common;
mod functions;
mod supervision;
mod workers;
