//! What is decided about hooks of type `http` before anything is sent: which
//! addresses they may reach, and which variables their headers ask for.
//!
//! Whoever sends and whoever checks settings must agree on these.

mod address;
mod template;

pub use address::{AddressKind, Refusal};
pub use template::{HeaderTemplate, Part};
