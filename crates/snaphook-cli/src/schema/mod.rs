//! `snaphook schema`: prints JSON Schemas for editors and for programs that exchange
//! JSON with hooks.

mod args;
mod command;

pub(crate) use args::{HELP, SchemaArgs};
pub(crate) use command::schema;
