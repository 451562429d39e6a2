//! The dialect `gen`. The module has a longer name because `gen` is a keyword of
//! Rust.

mod dialect;
mod events;
mod matcher;
mod result;

pub use dialect::Gen;
