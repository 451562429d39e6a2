//! `snaphook test`: fires the events of test cases and compares the outcomes.

mod command;
mod coverage;
mod discover;
mod github;
mod junit;
mod report;
mod run;
mod sandboxed;

pub(crate) use command::test;
pub(crate) use sandboxed::{TriedHook, try_in_sandbox};
