//! What one hook said.
//!
//! A handler brings back a [`Response`]: a process result, a text, or a ready
//! [`Answer`]. [`read_object`] turns the JSON in it into an answer field by
//! field, so that one bad field never voids a deny beside it.

mod checked;
mod fields;
mod honour;
mod near_misses;
mod permission;
mod read;
mod response;

pub use checked::{
    Answer, AnswerDecision, ElicitationAction, PermissionDecision, RequestBehavior, RequestDecision,
};
pub use honour::honoured;
pub use permission::check_updates;
pub use read::{AnswerProblem, ParsedAnswer, read_object};
pub use response::{
    CapturedOutput, Failure, FailureKind, ProcessExit, ProcessResult, Response, Usage,
};
