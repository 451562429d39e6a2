//! `snaphook test`: fires the events of test cases and compares the outcomes.

mod command;
mod coverage;
mod discover;
mod github;
mod junit;
mod report;
mod run;

pub(crate) use command::test;
