//! What one hook said.
//!
//! A handler brings back a [`Response`]: a process result, a text, or a ready
//! [`Answer`]. [`read_object`] turns the JSON in it into an answer field by
//! field, so that one bad field never voids a deny beside it.

mod checked;
mod fields;
mod honour;
mod permission;
mod read;
mod response;

pub use checked::{
    Answer, Decision, ElicitationAction, PermissionDecision, RequestBehavior, RequestDecision,
};
pub use honour::honoured;
pub use permission::{
    PERMISSION_BEHAVIORS, PERMISSION_DESTINATIONS, PERMISSION_MODES, PERMISSION_UPDATES, UpdateOf,
    check_updates,
};
pub use read::{Problem, Reading, read_object};
pub use response::{Ended, Failure, FailureKind, Output, ProcessResult, Response, Usage};
