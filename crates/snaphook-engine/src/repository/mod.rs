//! The repository of git that a folder belongs to, read from its files: git itself
//! would run what it finds there.
//!
//! | module | question it answers |
//! |---|---|
//! | `find` | which repository does git find from a folder? |
//! | `config` | what does a file of settings say? |
//! | `programs` | which settings make a read-only command run a program? |
//! | `index` | which files does git track? |
//! | `survey` | could a read-only command run a program of the repository? |

mod config;
mod find;
mod index;
mod programs;
mod survey;

pub(crate) use survey::{could_run, repository};
