//! Serves snaphook, the hook engine, to agents in any language: JSON-RPC over
//! stdio, a Unix socket and HTTP. `docs/src/serve.md` is the page about the protocol.

mod connection;
mod metrics;
mod options;
pub mod protocol;
mod server;
mod shared;
mod transport;

pub use options::{Limits, Options};
pub use server::Server;
#[cfg(feature = "http")]
pub use transport::http::{Http, HttpError, HttpOptions, NoToken, Token};
#[cfg(unix)]
pub use transport::unix::{Socket, SocketError};
