//! `snaphook serve`, as a process of its own.

mod client;
mod golden;
mod http_client;
mod process;
mod processes;
mod safety;
