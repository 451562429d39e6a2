//! What is decided about hooks of type `http` before anything is sent: which
//! addresses they may reach, which variables their headers ask for, and how
//! their URLs are shown.
//!
//! Whoever sends and whoever checks settings must agree on these.

mod address;
mod shown;
mod template;
mod wrapped;

pub use address::{AddressKind, Refusal};
pub use shown::shown_url;
pub use template::{HeaderTemplate, Part};
