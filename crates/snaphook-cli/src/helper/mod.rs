//! `snaphook status-line` and `snaphook suggest-files`: what the two helper
//! commands of the settings print.

mod args;
mod command;

pub(crate) use args::{HELP, HelperArgs, SuggestArgs};
pub(crate) use command::{status_line, suggest_files};
