//! `snaphook serve`: serves agents in any language.

mod approvals;
mod args;
mod command;

pub(crate) use args::{HELP, ServeArgs};
pub(crate) use command::serve;
