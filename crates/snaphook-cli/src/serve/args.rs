//! The arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
Loads the settings once, stays, and speaks JSON-RPC 2.0 with agents in any language;
`docs/src/serve.md` describes the protocol, `snaphook schema --serve` its types.

Without --socket and --http it serves one client on stdin and stdout, one message a
line, until stdin ends. Messages for people go to stderr.

SIGTERM and SIGINT end it: what is in flight may finish within --grace seconds; after a
second signal it is not waited for.

Exit status: 0 when it was told to end, 1 when it could not start.

Examples:
  snaphook serve
  snaphook serve --socket $XDG_RUNTIME_DIR/snaphook.sock --settings settings.json
  snaphook serve --http 127.0.0.1:7878 --token-file token
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}' |
    snaphook serve";

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Serve one client on stdin and stdout (the default); beside --socket or
    /// --http, the server ends when stdin does
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Serve clients at this Unix socket, which only your user can use
    #[cfg(unix)]
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
    /// Serve clients over HTTP at this address, such as 127.0.0.1:7878 (port 0:
    /// any that is free); metrics are at /metrics
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<SocketAddr>,
    /// The file that holds the token for HTTP (default: a new one, printed once)
    #[arg(long, value_name = "FILE", requires = "http")]
    pub(crate) token_file: Option<PathBuf>,
    /// Let --http listen at an address that other machines can reach; there is no
    /// TLS
    #[arg(long, requires = "http")]
    pub(crate) allow_remote: bool,
    /// Another name that clients may call the HTTP server by
    #[arg(long, value_name = "NAME", requires = "http")]
    pub(crate) allow_host: Vec<String>,
    /// How many seconds a client over HTTP may be silent before it is gone
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "http")]
    pub(crate) idle: u64,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The working directory of inputs that name none (default: this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Do not follow the settings' files: only `hooks/reload` reads them again
    #[cfg(feature = "watch")]
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// How many seconds what is in flight may go on when the server is told to end
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) grace: u64,
}
