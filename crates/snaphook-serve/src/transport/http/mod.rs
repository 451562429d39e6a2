//! HTTP: messages to the server by POST, messages to the client as server-sent
//! events.
//!
//! | file | does |
//! |---|---|
//! | `listener`, `options` | accepts connections, and with what limits |
//! | `access` | which requests are let in |
//! | `token` | the token that every request needs |
//! | `half_open` | connections that have not shown the token yet |
//! | `clients` | clients by id, and the end of idle ones |
//! | `read_budget` | how many bytes of messages are read at a time |
//! | `router` | the paths |
//! | `rpc`, `events` | messages to and from the server |

mod access;
mod clients;
mod events;
mod half_open;
mod listener;
mod options;
mod read_budget;
mod router;
mod rpc;
mod token;

pub use listener::HttpListener;
pub(crate) use listener::serve;
pub use options::{HttpError, HttpOptions};
pub use token::{BearerToken, InvalidToken};
