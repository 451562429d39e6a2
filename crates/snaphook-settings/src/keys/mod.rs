//! The keys of settings: what they are called, what they hold, what they do.
//!
//! One list for the reader, which warns of keys that are not in it, and for the
//! schema by which editors help. What a value must be is checked by whoever reads
//! it; tests hold each reader to what stands here.

mod file;
mod group;
mod handler;
mod key;
mod permissions;
mod servers;

pub use file::{AUDIT_LOG, FOR_HANDLERS, FOR_OTHERS, OWN, top_level};
pub use group::GROUP;
pub use handler::{COMMON, HANDLERS, of_type};
pub use key::{Holds, Key, Sample};
pub use permissions::PERMISSIONS;

pub(crate) use handler::OF_UNKNOWN_TYPES;
