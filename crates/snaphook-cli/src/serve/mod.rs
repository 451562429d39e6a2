//! `snaphook serve`: the engine for agents in any language.

mod args;
mod command;
mod token;

pub(crate) use args::{HELP, ServeArgs};
pub(crate) use command::serve;
