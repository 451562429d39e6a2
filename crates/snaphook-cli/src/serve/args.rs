//! The arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
The server loads the settings once and speaks JSON-RPC 2.0 with agents in any language.
`docs/src/serve.md` describes the protocol; `snaphook schema --serve` prints its types.

Without --socket and --http the server has one client, on stdin and stdout, with one
message on each line, until stdin ends. Messages for people go to stderr.

SIGTERM and SIGINT stop the server. Requests in flight may finish within --grace seconds;
a second signal ends this wait.

Exit status: 0 after a signal or the end of stdin, 1 if the server could not start.

Examples:
  snaphook serve
  snaphook serve --socket $XDG_RUNTIME_DIR/snaphook.sock --settings settings.json
  snaphook serve --http 127.0.0.1:7878 --token-file token
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}' |
    snaphook serve";

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Serve one client on stdin and stdout (the default); together with --socket or
    /// --http, the server stops when stdin ends
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Serve clients on this Unix socket, which only your user can use
    #[cfg(unix)]
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
    /// Serve clients over HTTP on this address, such as 127.0.0.1:7878 (port 0: any
    /// free port); metrics are at /metrics
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<SocketAddr>,
    /// The file with the token for HTTP (default: a new token, printed once)
    #[arg(long, value_name = "FILE", requires = "http")]
    pub(crate) token_file: Option<PathBuf>,
    /// Let --http listen on an address that other machines can reach; there is no TLS
    #[arg(long, requires = "http")]
    pub(crate) allow_remote: bool,
    /// Accept this name in the `Host` header of HTTP requests, too
    #[arg(long, value_name = "NAME", requires = "http")]
    pub(crate) allow_host: Vec<String>,
    /// Seconds after which an HTTP client without requests or a stream is removed
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "http")]
    pub(crate) idle: u64,
    #[cfg(feature = "ui")]
    #[command(flatten)]
    pub(crate) ui: crate::ui::ServeUiArgs,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The working directory for inputs without `cwd` (default: this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Do not watch the settings files: only `hooks/reload` reads them again
    #[cfg(feature = "watch")]
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// Seconds that requests in flight may take when the server is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) grace: u64,
}
