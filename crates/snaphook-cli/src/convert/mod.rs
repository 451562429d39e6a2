//! `snaphook convert`: one agent's hooks as another's.

mod args;
mod command;

pub(crate) use args::{ConvertArgs, HELP};
pub(crate) use command::convert;
