//! A struct for the input of every built-in event.
//!
//! A test holds each struct to the table's list of fields, so the two cannot
//! drift apart. With the feature `schema`, `schema` gives the JSON Schema of each.

mod common;
mod declare;
mod events;

pub use common::{COMMON_FIELDS, CommonFields};
pub use declare::TypedInput;
pub use events::*;
