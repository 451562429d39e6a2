//! Which hooks run: the configured hooks of an event, in the order in which
//! they merge, and the choice among them for one value.
//!
//! A set is immutable. What a value selects is worked out once and then
//! remembered, so the cost of a name seen before does not grow with the
//! number of hooks.

mod builder;
mod by_event;
mod choice;
mod index;
mod live;
mod memo;
mod set;
mod unite;

pub use builder::HookSetBuilder;
pub use choice::{Choice, SelectedHook, Selection, SelectionFate, SkipCause};
pub use live::HookPolicy;
pub use memo::SelectionRef;
pub use set::HookSet;
