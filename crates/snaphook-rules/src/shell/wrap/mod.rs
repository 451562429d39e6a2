//! Looking behind wrappers: commands that run other commands.

mod exec;
mod git;
mod inner;
mod options;
mod row;
mod shells;
mod special;
mod split;
mod table;
mod terminals;
mod unwrap;
mod walk;

pub(super) use inner::InnerCommand;
pub(super) use shells::{is_device, is_shell};
pub(super) use unwrap::behind;
pub(super) use walk::after;
