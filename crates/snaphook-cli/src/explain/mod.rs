//! `snaphook explain`: takes the arguments of `fire` and runs nothing. For each
//! configured hook it says whether it would run, or the first reason why not.

mod command;
mod print;

pub(crate) use command::explain;
#[cfg(feature = "ui")]
pub(crate) use print::as_json;
