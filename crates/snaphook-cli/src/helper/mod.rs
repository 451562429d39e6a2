//! `snaphook status-line` and `snaphook suggest-files`: run the two helper commands of
//! the settings and print their output.

mod args;
mod command;

pub(crate) use args::{HELP, HelperArgs, SuggestArgs};
pub(crate) use command::{status_line, suggest_files};
