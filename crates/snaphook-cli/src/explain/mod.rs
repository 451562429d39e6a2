//! `snaphook explain`: the arguments of `fire`, but nothing runs. For every
//! configured hook, whether it would run, and the first reason why not.

mod command;
mod print;

pub(crate) use command::explain;
