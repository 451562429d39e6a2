//! `snaphook schema`: JSON Schemas, for editors and for programs that speak with
//! hooks.

mod args;
mod command;

pub(crate) use args::{HELP, SchemaArgs};
pub(crate) use command::schema;
