//! What the proxy knows of a server: how to start it, where messages go, and why it ended.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use snaphook_exec::process::ServiceSpec;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::http::{self, HttpServer};
use super::process;
use crate::proxy::NoteSink;

/// The largest message, in bytes.
pub(super) const MESSAGE_LIMIT: usize = 64 * 1024 * 1024;

/// How many messages wait for a reader that is slow.
pub(super) const QUEUE: usize = 64;

/// Where the guarded server is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum UpstreamServer {
    /// A process that speaks over its standard input and output.
    Command {
        /// The program and its arguments.
        command: Vec<String>,
        /// Its whole environment.
        env: Vec<(OsString, OsString)>,
        /// The folder it runs in.
        cwd: PathBuf,
    },
    /// Streamable HTTP.
    Http(HttpServer),
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartServerError {
    /// The program could not be started.
    #[error("failed to start `{program}`: {error}")]
    Command {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// The address or a header cannot be used.
    #[error("{0}")]
    Http(String),
}

/// A server that runs.
pub(crate) struct ServerLink {
    /// Takes messages for it.
    pub(crate) to_server: mpsc::Sender<Vec<u8>>,
    /// Its messages; over when it has ended.
    pub(crate) from_server: mpsc::Receiver<Vec<u8>>,
    /// Why it ended.
    pub(crate) end: Arc<OnceLock<String>>,
    /// Asks it to end, once it has got the messages that wait.
    pub(crate) close: CancellationToken,
    /// Ends it without waiting.
    pub(crate) stop: CancellationToken,
    /// Waits until nothing of it is left.
    pub(crate) gone: CancellationToken,
}

/// The next message for the server; nothing once it is to end and none waits.
pub(super) async fn next_message(
    taking: &mut mpsc::Receiver<Vec<u8>>,
    close: &CancellationToken,
) -> Option<Vec<u8>> {
    tokio::select! {
        biased;
        line = taking.recv() => line,
        () = close.cancelled() => None,
    }
}

/// Starts the server, or prepares to reach it.
pub(crate) fn start(
    server: UpstreamServer,
    notes: Arc<dyn NoteSink>,
) -> Result<ServerLink, StartServerError> {
    match server {
        UpstreamServer::Command { command, env, cwd } => {
            let mut words = command.into_iter();
            let spec = ServiceSpec {
                program: words.next().unwrap_or_default(),
                args: words.collect(),
                env: env.into_iter().collect(),
                cwd,
            };
            let program = spec.program.clone();
            process::start(spec, notes)
                .map_err(|error| StartServerError::Command { program, error })
        }
        UpstreamServer::Http(server) => http::start(server, notes).map_err(StartServerError::Http),
    }
}
