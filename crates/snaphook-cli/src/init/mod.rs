//! `snaphook init`: creates a first settings file, a guard and a test for it, and runs
//! the test.

mod command;
mod templates;

pub(crate) use command::init;
pub(crate) use templates::Template;
