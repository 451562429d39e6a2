//! HTTP: messages to the server by POST, messages to the client as server-sent
//! events.
//!
//! | file | does |
//! |---|---|
//! | `listener`, `options` | serves what `snaphook-listen` lets in, and with what limits |
//! | `clients` | clients by id, and the end of idle ones |
//! | `router` | the paths |
//! | `links` | the pages of one-time links |
//! | `rpc`, `events` | messages to and from the server |

mod clients;
mod events;
mod links;
mod listener;
mod options;
mod router;
mod rpc;

pub use listener::HttpListener;
pub(crate) use listener::serve;
pub use options::HttpOptions;
