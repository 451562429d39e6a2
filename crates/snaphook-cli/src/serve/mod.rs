//! `snaphook serve`: serves agents in any language.

mod args;
mod command;
mod token;

pub(crate) use args::{HELP, ServeArgs};
pub(crate) use command::serve;
