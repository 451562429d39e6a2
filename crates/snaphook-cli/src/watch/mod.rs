//! `snaphook watch`: shows changes of settings and of the files that hooks name.
//!
//! The command acts as an agent that only waits: it starts a session, follows the
//! settings, and fires FileChanged for watched files until it is interrupted.

mod args;
mod command;
mod print;

pub(crate) use args::{HELP, WatchArgs};
pub(crate) use command::watch;
