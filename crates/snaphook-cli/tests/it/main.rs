//! The command from outside, as people and programs call it.
#![cfg(test)]

mod common;
mod conformance;
mod fire;
mod test_command;
