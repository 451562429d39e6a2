//! The command from outside, as people and programs call it.
#![cfg(test)]

mod check;
mod common;
mod conformance;
mod fire;
