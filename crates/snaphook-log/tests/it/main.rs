//! The log from outside: what engines tell it, what is in the file, what comes
//! back. One binary for all of it.
#![cfg(test)]

mod chain;
mod common;
mod comparing;
mod crash;
mod json_lines;
mod limits;
mod queue;
mod reading;
mod records;
mod schema;
mod secrets;
mod sharing;
