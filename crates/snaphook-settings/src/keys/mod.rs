//! The keys of settings: what they are called, what they hold, what they do.
//!
//! One list for the reader, which warns of keys that are not in it, and for the
//! schema by which editors help. What is for one kind of handlers alone is with
//! that kind ([`snaphook_core::kind`]).

mod approvals;
mod file;
mod group;
mod handler;
mod permissions;
mod policy_source;

pub use approvals::{APPROVALS, APPROVER, APPROVER_WORDS, NOTIFIERS, NotifierSpec};
pub use file::{AUDIT_LOG, BRIDGE, FOR_OTHERS, OWN, PACKS, top_level};
pub use group::GROUP;
pub use handler::COMMON;
pub use permissions::PERMISSIONS;
pub use policy_source::POLICY_SOURCE;
