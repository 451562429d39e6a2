//! Command hooks: a shell's text, or a program with arguments.

mod error;
mod handler;
mod kind;
mod placeholders;
pub(crate) mod prepare;
mod shell_name;

pub(crate) use error::PrepareError;
pub use handler::CommandFactory;
pub use kind::CommandKind;
