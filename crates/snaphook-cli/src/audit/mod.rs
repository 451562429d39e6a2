//! The audit log, as commands write it: what the settings say of it, and what is
//! told when it cannot be written. It never changes how a command ends.

mod own;
mod place;
mod recorder;

pub(crate) use place::{Place, place};
pub(crate) use recorder::Audit;
