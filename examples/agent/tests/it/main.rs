//! The agent as a program: what it fires, and that it obeys.
#![cfg(all(test, unix))]

mod difference;
mod obeys;
mod play;
mod transcript;
