//! `snaphook test`: given an event, expect an outcome.

mod command;
mod coverage;
mod discover;
mod junit;
mod report;
mod run;

pub(crate) use command::test;
