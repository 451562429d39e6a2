//! What people read.

mod bar;
mod columns;
mod hooks;
mod listing;
mod outcome;
pub(crate) mod style;
mod terminal;
mod width;

pub(crate) use bar::{microseconds, print_bars};
pub(crate) use columns::columns;
pub(crate) use hooks::{hook_line, said};
pub(crate) use listing::{
    findings, hook_json, new_findings, nothing_configured, place, recognised, switched_off,
    trust_word,
};
pub(crate) use outcome::{effects, json, json_answer, outcome};
pub(crate) use terminal::terminal_sequences;
pub(crate) use width::{cut, width};
