//! The agent's tools: all of them read, none of them writes.

mod find;
mod list;
mod read;
mod schemas;
mod search;
mod toolbox;
mod transcript;

pub(super) use schemas::{VERDICT, definitions};
pub(super) use toolbox::Toolbox;
