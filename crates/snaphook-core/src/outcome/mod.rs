//! What the host is told: the merged [`Outcome`], one [`HookEntry`] per hook,
//! and the words to pass on to the model.

mod entry;
mod merged;
mod observed;
mod result;
mod tighten;
mod words;

pub use entry::{HookEntry, Status};
pub use merged::{MergedEffects, Notice, PermissionRequestOutcome, SpilledText};
pub use observed::ObservedEffects;
pub use result::Outcome;
pub use words::STOP_WITHOUT_REASON;
