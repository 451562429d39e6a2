//! The words of permissions: modes, what a rule says, and the updates that a
//! PermissionRequest hook may ask for.

mod behavior;
mod mode;
mod update;

pub use behavior::Behavior;
pub use mode::Mode;
pub use update::{Destination, InvalidUpdate, RuleText, Update, UpdateKind, UpdateTarget};
