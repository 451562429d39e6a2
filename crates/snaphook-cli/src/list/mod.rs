//! `snaphook list`: shows every configured hook, and with `--scopes` every place where
//! settings may be.

mod command;
mod hooks;
mod scopes;
mod table;

pub(crate) use command::list;
pub(crate) use hooks::{ConfiguredHook, all};
