//! Command hooks: a shell's text, or a program with arguments.

mod handler;
mod origin;
mod placeholders;
mod prepare;

pub use handler::CommandFactory;
