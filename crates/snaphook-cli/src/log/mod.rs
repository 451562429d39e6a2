//! `snaphook log`: shows recorded events, the answers of hooks, and their times.

mod args;
mod checkpoint;
mod command;
mod corrections;
mod json;
mod list;
mod observed;
mod one;
mod opened;
mod stats;
mod table;
mod verify;
mod when;

pub(crate) use args::{EventNumber, FilterArgs, HELP, LogArgs, PlaceArgs, number};
pub(crate) use command::log;
pub(crate) use corrections::find_corrections;
pub(crate) use json::milliseconds;
pub(crate) use opened::{OpenLog, audit_settings, failed, print_unsearched};
pub(crate) use snaphook_log::about;
pub(crate) use when::local;
