//! Command hooks: a shell's text, or a program with arguments.

mod handler;
mod placeholders;
pub(crate) mod prepare;

pub use handler::CommandFactory;
