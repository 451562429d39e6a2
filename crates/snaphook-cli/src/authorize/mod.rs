//! `snaphook authorize`: the permission pipeline from the command line.

mod args;
mod command;
mod print;

pub(crate) use args::{AuthorizeArgs, HELP};
pub(crate) use command::authorize;
