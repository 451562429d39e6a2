//! `snaphook agents`: which agents are here, and where snaphook holds in them.

mod args;
mod command;

pub(crate) use args::{AgentsArgs, HELP};
pub(crate) use command::agents;
