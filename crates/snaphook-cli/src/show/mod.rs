//! What people read.

mod hooks;
mod outcome;
pub(crate) mod style;

pub(crate) use hooks::{hook_line, said};
pub(crate) use outcome::{effects, json, outcome};
