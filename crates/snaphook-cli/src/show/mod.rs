//! What people read.

mod columns;
mod hooks;
mod listing;
mod outcome;
pub(crate) mod style;

pub(crate) use columns::columns;
pub(crate) use hooks::{hook_line, said};
pub(crate) use listing::{
    findings, hook_json, nothing_configured, place, recognised, switched_off, trust_word,
};
pub(crate) use outcome::{effects, json, outcome};
