//! Secrets as arguments of commands: `docker login -p …`, `echo … | sudo -S`.
//!
//! Only the command tells what the argument is, so a text is read as lines of a shell:
//! roughly, for it may be prose, code, or JSON in which quotes have backslashes.
//!
//! | file | does |
//! |---|---|
//! | `row`, `table` | which arguments of which commands are secret |
//! | `pieces` | from a text to words and what is between them |
//! | `reading` | from words to the secrets among them |
//! | `text`, `arguments` | takes them out of a text, or of a list of arguments |

mod arguments;
mod pieces;
mod reading;
mod row;
mod table;
mod text;

pub(super) use arguments::{reads_secret, take_out_arguments};
pub(super) use text::take_out_of_commands;
