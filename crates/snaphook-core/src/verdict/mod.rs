//! What one hook's answer means on its event.
//!
//! [`judge`] is the one ladder of exit codes, stdout and failure policy, for
//! every event and every handler. A [`Verdict`] has the hook's status and its
//! [`Effects`](crate::merge::Effects), ready to be merged.

mod apply;
mod judge;
mod limits;
mod policy;
mod stdout;
mod terminal;

pub use judge::{JudgeContext, Verdict, judge};
pub use limits::{MAX_CHARS, PREVIEW_CHARS, Spill, SpillError, hold_to_limits};
