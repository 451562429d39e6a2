//! `snaphook check`: what is wrong in settings, shown the way compilers do.

mod belongs;
mod command;
mod disk;
mod files;
mod json;
mod look;
mod render;

pub(crate) use command::check;
