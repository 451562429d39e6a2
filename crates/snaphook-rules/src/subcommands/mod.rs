//! Options between a command and its subcommand: `git -C . push` is `git push`
//! for anyone who guards that. For an allow rule it is not.

mod skip;
mod table;

pub(crate) use skip::{Plain, without_options};
