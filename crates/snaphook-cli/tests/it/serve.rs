//! `snaphook serve`, as a process of its own.

mod approvals;
mod client;
mod golden;
mod http_client;
mod logged;
#[cfg(all(debug_assertions, unix))]
mod policy;
mod process;
mod processes;
mod safety;
