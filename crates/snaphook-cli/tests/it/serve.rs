//! `snaphook serve`, as a process of its own.

mod approvals;
mod client;
mod golden;
mod http_client;
mod logged;
mod process;
mod processes;
mod safety;
