//! A settings file, in the words of the default dialect.

mod events;
mod file;
mod hooks;
mod values;

pub use file::settings;
