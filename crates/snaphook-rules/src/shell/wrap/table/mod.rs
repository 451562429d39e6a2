//! The commands that run other commands, as one table, a file for each family.
//!
//! A row says how to get from the words of the wrapper to the command within:
//! which options take a value, how many operands come first, what is code for
//! a shell. Options that a row does not list may or may not take a value; the
//! walk then follows both readings, so a list that is not complete costs some
//! needless matches and hides nothing. Sources are the manual pages of the
//! programs, and the Bash manual.

mod builtins;
mod coreutils;
mod git;
mod packages;
mod privilege;
mod remote;
mod rows;
mod sandboxes;
mod schedulers;
mod secrets;
mod shells;
mod terminals;
mod tracing;
mod util_linux;
mod versions;
mod watchers;

pub(super) use git::{GIT, GIT_OPTIONS};
pub(super) use rows::{named, rows};
pub(super) use terminals::TMUX;
