//! Command hooks: a shell's text, or a program with arguments.

mod handler;
mod placeholders;
pub(crate) mod prepare;
mod shell_name;

pub use handler::CommandFactory;
