//! Command hooks: a shell's text, or a program with arguments.

mod handler;
mod placeholders;
mod prepare;

pub use handler::CommandFactory;
