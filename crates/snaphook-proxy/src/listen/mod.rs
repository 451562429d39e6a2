//! Streamable HTTP for clients: a listener, a session for each client, and in each session a
//! server of its own.
//!
//! | file | does |
//! |---|---|
//! | `listener`, `options` | listens, and with what limits |
//! | `router`, `reply` | the one path: POST, GET, DELETE; what is answered |
//! | `post` | a message of a client, and the answer to it |
//! | `sessions` | sessions by id, and the end of idle ones |
//! | `session` | one session: its proxy, its activity |
//! | `streams` | which of the client's open responses gets a message |

mod listener;
mod options;
mod post;
mod reply;
mod router;
mod session;
mod sessions;
mod streams;

pub use listener::ProxyListener;
pub use options::ProxyListenOptions;
