//! The server: a process with pipes, or an address with streamable HTTP. Both take
//! messages and give messages; what they are about is not known here.

mod http;
mod process;
mod server;
mod sse;

pub use http::HttpServer;
pub(crate) use server::{ServerLink, start};
pub use server::{StartServerError, UpstreamServer};
