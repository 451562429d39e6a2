//! One client: its requests in flight, its sessions, its functions and the
//! messages that wait to be written to it.

mod answer;
mod approvals;
mod client_link;
mod client_session;
mod connected_client;
mod functions;
mod method_call;
mod outbox;
mod progress;
mod requests_in_flight;

pub(crate) use connected_client::{ConnectedClient, MessageResult, OutgoingResponse};
