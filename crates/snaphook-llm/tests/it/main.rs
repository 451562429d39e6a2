//! Prompt and agent hooks from outside: a real engine, and a local server that
//! speaks both wire formats from a script.
#![cfg(test)]

mod agent;
mod choosing;
mod common;
mod failures;
mod formats;
mod prompt;
mod server;
mod tools;
