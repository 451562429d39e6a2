//! Serves snaphook, the hook engine, to agents in any language: JSON-RPC over
//! stdio, a Unix socket and HTTP. `docs/src/serve.md` is the page about the protocol.

mod approvals_host;
mod connection;
mod metrics;
mod options;
pub mod protocol;
mod server;
mod state;
mod transport;

pub use approvals_host::ApprovalsHost;
pub use options::{ClientLimits, ServerOptions};
pub use server::HookServer;
#[cfg(feature = "http")]
pub use snaphook_listen::{BearerToken, InvalidToken, ListenError};
#[cfg(feature = "http")]
pub use transport::http::{HttpListener, HttpOptions};
#[cfg(unix)]
pub use transport::unix::{SocketError, SocketListener};
