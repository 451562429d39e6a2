//! The methods of the server, a file for each kind.

mod approvals;
mod events;
mod initialize;
mod permissions;
mod route;
mod session_state;
mod sessions;
mod settings;
mod shutdown;

pub(super) use route::answer;
