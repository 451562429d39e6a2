//! Command hooks: a shell's text, or a program with arguments.

mod handler;
mod kind;
mod placeholders;
pub(crate) mod prepare;
mod shell_name;

pub use handler::CommandFactory;
pub use kind::CommandKind;
