//! `snaphook bench`: how long hooks take, and which one the agent waits for.

mod args;
mod budget;
mod command;
mod report;
mod times;

pub(crate) use args::{BenchArgs, HELP};
pub(crate) use command::bench;
