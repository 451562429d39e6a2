//! `snaphook list`: every configured hook, and with `--scopes` every place
//! where settings were looked for.

mod command;
mod hooks;
mod scopes;
mod table;

pub(crate) use command::list;
pub(crate) use hooks::{ListedHook, all};
