//! What looks wrong in a hook of type `http` that was read: where it goes, and what its
//! headers hold.

mod check;
mod headers;
mod secrets;
#[cfg(feature = "client")]
mod url;

pub(crate) use check::check;
