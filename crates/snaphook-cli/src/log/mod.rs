//! `snaphook log`: what fired, what each hook said, how long it took.

mod about;
mod args;
mod command;
mod json;
mod list;
mod meant;
mod one;
mod opened;
mod stats;
mod table;
mod when;

pub(crate) use about::about;
pub(crate) use args::{FilterArgs, HELP, LogArgs, Number, PlaceArgs, number};
pub(crate) use command::log;
pub(crate) use json::milliseconds;
pub(crate) use meant::meant;
pub(crate) use opened::{Opened, failed, tell_unsearched};
pub(crate) use when::local;
