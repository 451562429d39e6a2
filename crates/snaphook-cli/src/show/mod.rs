//! Output for people, which several commands share.

mod bar;
mod columns;
mod hooks;
mod listing;
mod outcome;
mod problems;
pub(crate) mod style;
mod terminal;
mod width;

pub(crate) use bar::{microseconds, print_bars};
pub(crate) use columns::columns;
pub(crate) use hooks::{hook_line, hook_text};
pub(crate) use listing::{
    hook_json, nothing_configured, place, recognised, rights_json, sandbox_line, switched_off,
    trust_word,
};
pub(crate) use outcome::{effects, json, json_answer, json_line, outcome, outcome_with_count};
pub(crate) use problems::Problems;
pub(crate) use terminal::terminal_sequences;
pub(crate) use width::{cut, width};
