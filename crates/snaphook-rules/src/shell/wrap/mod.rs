//! Looking behind wrappers: commands that run other commands.

mod table;
mod unwrap;
mod walk;

pub(super) use unwrap::{Inner, behind};
