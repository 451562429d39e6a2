//! A server: one engine, and the clients that it has.

use std::sync::Arc;
use std::time::Duration;

use snaphook::Engine;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::options::Options;
use crate::shared::Shared;
#[cfg(feature = "http")]
use crate::transport::http::{self, Http};
use crate::transport::stream;
#[cfg(unix)]
use crate::transport::unix::{self, Socket};

/// How long connections may take to close: more than the last words to clients
/// do, and no client or hook keeps a server from ending.
const CLOSING: Duration = Duration::from_secs(5);

/// Serves one engine to many clients. Cloning it gives another handle.
#[derive(Debug, Clone)]
pub struct Server(Arc<Shared>);

impl Server {
    /// A server of this engine.
    #[must_use]
    pub fn new(engine: Engine, options: Options) -> Self {
        Self(Arc::new(Shared::new(engine, options)))
    }

    /// Serves one client at the other end of a stream of lines, until it goes
    /// or the server ends.
    pub async fn serve<R, W>(&self, reader: R, writer: W)
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let _counted = self.0.connections.token();
        stream::serve(&self.0, "stdio", reader, writer).await;
    }

    /// Serves everybody who connects to a socket, until the server ends.
    #[cfg(unix)]
    pub async fn serve_socket(&self, socket: Socket) {
        let _counted = self.0.connections.token();
        unix::serve(Arc::clone(&self.0), socket).await;
    }

    /// Serves everybody who connects over HTTP, until the server ends.
    #[cfg(feature = "http")]
    pub async fn serve_http(&self, http: Http) {
        let _counted = self.0.connections.token();
        http::serve(Arc::clone(&self.0), http).await;
    }

    /// Ends the server: no request is taken any more, what is in flight may
    /// finish within the grace of the options and is then cancelled, and all
    /// connections close. Then the engine ends, and no process of a hook is left.
    pub async fn end(&self) {
        self.0.draining.cancel();
        let grace = self.0.options.grace;
        tokio::select! {
            _ = tokio::time::timeout(grace, self.0.until_idle()) => {}
            () = self.0.hurrying.cancelled() => {}
        }
        self.0.closing.cancel();
        self.0.connections.close();
        let mut closed = std::pin::pin!(self.0.connections.wait());
        tokio::select! {
            _ = tokio::time::timeout(CLOSING, &mut closed) => {}
            () = self.0.hurrying.cancelled() => {}
        }
        // Whatever a connection still waits for is a hook: it goes now.
        self.0.engine.shutdown(Duration::ZERO).await;
        let _ = tokio::time::timeout(CLOSING, closed).await;
    }

    /// Gives no grace to what is in flight when the server ends.
    pub fn hurry(&self) {
        self.0.hurrying.cancel();
    }
}
