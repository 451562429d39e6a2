//! The files that a command line reads and writes, as far as that can be seen:
//! rules for commands do not see them, `ls > ~/.bashrc` is an `ls`.
//!
//! | module | question it answers |
//! |---|---|
//! | `touched` | which files does the line touch, and how? |
//! | `operands` | which words of a command are files? |
//! | `table` | what do the well-known file commands do with their words? |
//! | `special` | what do commands do whose words follow rules of their own (`dd`, `tar`, `curl`)? |
//! | `git` | which files does git read and print? |
//! | `formatters`, `containers` | which trees are written as a whole, or given to a container? |
//! | `target` | what does a word mean as a path? |
//! | `named` | which files do other commands and code name? |
//! | `moves` | where may the commands be by then? |
//! | `rule_match` | how does a rule match a touched file? |
//! | `search` | how does a rule match a call that searches a folder? |
//! | `globs` | which globs is a search narrowed to? |

mod containers;
mod formatters;
mod git;
mod globs;
mod moves;
mod named;
mod operands;
mod rule_match;
mod search;
mod special;
mod table;
mod target;
mod touched;

pub(crate) use operands::Effect;
pub(super) use rule_match::{ANY_NAME, match_rule};
pub(super) use search::match_search;
pub(crate) use touched::{OtherPaths, TouchedFile, touched_files};
