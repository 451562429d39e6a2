//! Values that know where they stand in the file. The reader works on these,
//! so that every format gives the same diagnostics.

mod json;
mod tree;
mod yaml;

pub use tree::{Kind, Member, Node, SyntaxError};
