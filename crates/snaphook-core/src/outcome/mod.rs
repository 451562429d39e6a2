//! What the host is told: the merged [`Outcome`], one [`HookEntry`] per hook,
//! and the words to pass on to the model.

mod entry;
mod result;
mod words;

pub use entry::{HookEntry, Status};
pub use result::{Notice, Outcome, PermissionRequestOutcome, Spilled};
