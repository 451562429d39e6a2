//! What a hook may answer on an event.

mod answer;
mod decision;
mod fields;

pub use answer::output;
pub(crate) use answer::output_of;
pub(crate) use decision::{PERMISSION_UPDATE, permission_update};
