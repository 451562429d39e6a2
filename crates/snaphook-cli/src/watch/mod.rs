//! `snaphook watch`: shows what changes while nobody does anything.
//!
//! It is an agent that only waits: it starts a session, follows the settings,
//! and fires FileChanged for the files that hooks name, until it is interrupted.

mod args;
mod command;
mod print;

pub(crate) use args::{HELP, WatchArgs};
pub(crate) use command::watch;
