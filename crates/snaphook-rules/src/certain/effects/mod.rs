//! What a command of a certain line does to files, where tables know it: the
//! read-only commands, which need no permission inside the working directories,
//! and the edits that the mode `acceptEdits` lets run.
//!
//! Every table lists the options that are known, never those that are not wanted:
//! a command with any other option has no known effect, and needs a rule.
//!
//! | file | holds |
//! |---|---|
//! | `effect` | the effect of one command |
//! | `links` | where a command puts links |
//! | `row` | how the words of a command are told apart |
//! | `path` | which of them are paths, with globs or without |
//! | `text_rows`, `system_rows` | the table of read-only commands |
//! | `git`, `find`, `programs` | git, `find`, and programs with a language of their own |
//! | `sed_script` | scripts of `sed` that touch no other file |
//! | `edits` | `touch`, `mkdir`, `rmdir`, `cp`, `mv`, `sed -i` |

mod edits;
mod effect;
mod find;
mod git;
mod links;
mod path;
mod programs;
mod row;
mod sed_script;
mod system_rows;
mod text_rows;

pub(super) use effect::{FileEffect, of};
pub(super) use links::{LinkPlace, placed};
pub(super) use path::FilePath;
pub(crate) use path::GLOB;
