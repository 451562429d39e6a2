//! HTTP: messages by POST, what the server has to say as server-sent events.
//!
//! | file | does |
//! |---|---|
//! | `listener`, `options` | accepts connections, and with what limits |
//! | `door` | who gets in |
//! | `token` | the token that every request needs |
//! | `half_open` | connections on which nobody has shown it yet |
//! | `clients` | clients that have no connection |
//! | `budget` | how much of their messages is read at a time |
//! | `served` | the paths |
//! | `rpc`, `events` | messages to and from the server |

mod budget;
mod clients;
mod door;
mod events;
mod half_open;
mod listener;
mod options;
mod rpc;
mod served;
mod token;

pub use listener::Http;
pub(crate) use listener::serve;
pub use options::{HttpError, HttpOptions};
pub use token::{NoToken, Token};
