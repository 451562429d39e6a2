//! From a call to its answer, a file for each kind of method.

mod events;
mod initialize;
mod look;
mod permissions;
mod route;
mod sessions;
mod shutdown;

pub(super) use route::answer;
