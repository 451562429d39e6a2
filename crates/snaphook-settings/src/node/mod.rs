//! Values that know where they are in the file. The reader works on these,
//! so that every format gives the same diagnostics.

mod brackets;
mod json;
mod json_error;
#[cfg(feature = "toml")]
mod toml;
mod tree;
mod yaml;

pub use tree::{Kind, Member, Node, RelatedPosition, SyntaxError};
