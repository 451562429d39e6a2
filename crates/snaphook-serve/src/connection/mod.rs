//! One client: its requests in flight, its sessions, its functions, and what
//! waits to be told to it.

mod answer;
mod approvals;
mod call;
mod client;
mod functions;
mod in_flight;
mod link;
mod outbox;
mod own_session;

pub(crate) use client::{Answered, Client, Taken};
