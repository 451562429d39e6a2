//! What people read.

mod hooks;
mod listing;
mod outcome;
pub(crate) mod style;

pub(crate) use hooks::{hook_line, said};
pub(crate) use listing::{findings, hook_json, place};
pub(crate) use outcome::{effects, json, outcome};
