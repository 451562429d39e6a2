//! The server: one engine, many clients, and an orderly end.

use std::sync::Arc;
use std::time::Duration;

use snaphook::Engine;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::options::ServerOptions;
use crate::state::ServerState;
#[cfg(feature = "http")]
use crate::transport::http::{self, HttpListener};
use crate::transport::stream;
#[cfg(unix)]
use crate::transport::unix::{self, SocketListener};

/// How long connections may take to close. It is longer than the last messages to
/// clients may take; after it, no client or hook keeps the server from ending.
const CLOSING: Duration = Duration::from_secs(5);

/// A server of one engine for many clients. A clone is another handle to it.
#[derive(Debug, Clone)]
pub struct HookServer(Arc<ServerState>);

impl HookServer {
    /// Makes a server for this engine.
    #[must_use]
    pub fn new(engine: Engine, options: ServerOptions) -> Self {
        Self(Arc::new(ServerState::new(engine, options)))
    }

    /// Serves one client over a stream of lines, until the client disconnects or
    /// the server ends.
    pub async fn serve<R, W>(&self, reader: R, writer: W)
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let _counted = self.0.connections.token();
        stream::serve(&self.0, "stdio", reader, writer).await;
    }

    /// Serves every client that connects to the socket, until the server ends.
    #[cfg(unix)]
    pub async fn serve_socket(&self, socket: SocketListener) {
        let _counted = self.0.connections.token();
        unix::serve(Arc::clone(&self.0), socket).await;
    }

    /// Serves every client that connects over HTTP, until the server ends.
    #[cfg(feature = "http")]
    pub async fn serve_http(&self, http: HttpListener) {
        let _counted = self.0.connections.token();
        http::serve(Arc::clone(&self.0), http).await;
    }

    /// Ends the server. It accepts no more requests, lets those in flight finish
    /// within the grace period of the options, cancels the rest, closes all
    /// connections and shuts the engine down, so that no hook process is left.
    pub async fn end(&self) {
        self.0.draining.cancel();
        let grace = self.0.options.grace;
        tokio::select! {
            _ = tokio::time::timeout(grace, self.0.until_idle()) => {}
            () = self.0.skip_grace.cancelled() => {}
        }
        self.0.closing.cancel();
        self.0.connections.close();
        let mut closed = std::pin::pin!(self.0.connections.wait());
        tokio::select! {
            _ = tokio::time::timeout(CLOSING, &mut closed) => {}
            () = self.0.skip_grace.cancelled() => {}
        }
        // A connection that is still open waits for a hook; shutdown ends the hook.
        self.0.engine.shutdown(Duration::ZERO).await;
        let _ = tokio::time::timeout(CLOSING, closed).await;
    }

    /// Skips the grace period: requests in flight are cancelled when the server ends.
    pub fn skip_grace(&self) {
        self.0.skip_grace.cancel();
    }
}
