//! One hook configuration as a text: which entries of ours it has, and the text with other
//! ones. Everything that is not ours stays.

mod json;
mod json_shape;
mod merge;
mod toml;
mod toml_value;
mod yaml;
mod yaml_block;

pub(crate) use json::{EntryPlace, places};
pub use merge::{FoundEntry, found, merged};
pub(crate) use toml::{parse as parse_toml, text as toml_text};
