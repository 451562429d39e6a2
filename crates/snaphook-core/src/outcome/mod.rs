//! What the host is told: the merged [`Outcome`], one [`HookEntry`] per hook,
//! and the words to pass on to the model.

mod entry;
mod merged;
mod result;
mod tighten;
mod words;

pub use entry::{HookEntry, Status};
pub use merged::{Merged, Notice, PermissionRequestOutcome, Spilled};
pub use result::Outcome;
