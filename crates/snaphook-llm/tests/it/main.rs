//! Prompt and agent hooks from outside: a harness, and a local server that
//! speaks both wire formats from a script.
#![cfg(test)]

mod agent;
mod choosing;
mod common;
mod failures;
mod formats;
mod lints;
mod prompt;
mod server;
mod tools;
