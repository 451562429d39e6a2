//! `snaphook trust`: shows what the hooks of a project run, and trusts them.

mod args;
mod command;
mod question;
mod store;
mod text;

pub(crate) use args::{HELP, TrustArgs};
pub(crate) use command::trust;
use command::{counted, shown};
pub(crate) use question::{print_text, runs};
pub(crate) use text::{print_difference, readable};
