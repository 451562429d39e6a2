//! How commands write the audit log: the settings for it, and the message when it cannot
//! be written. The log never changes the exit status of a command.

mod own;
mod place;
mod recorder;

pub(crate) use place::{LogPlace, place};
pub(crate) use recorder::Audit;
