//! `snaphook trust`: shows what the project's hooks would run, and trusts it.

mod args;
mod command;
mod question;
mod store;
mod text;

pub(crate) use args::{HELP, TrustArgs};
pub(crate) use command::trust;
use command::{counted, shown};
