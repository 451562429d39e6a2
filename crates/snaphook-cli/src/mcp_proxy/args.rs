//! The arguments of `mcp-proxy`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use snaphook::permission::Mode;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
Write the command into the client's configuration in place of the server's own:

  { \"mcpServers\": { \"files\": { \"command\": \"snaphook\", \"args\": [\"mcp-proxy\",
      \"--name\", \"files\", \"--\", \"npx\", \"-y\",
      \"@modelcontextprotocol/server-filesystem\", \"/repo\"] } } }

Hooks and permission rules know its tools as `mcp__NAME__TOOL`. A call that no rule
and no hook allows needs approval: with --ask the client shows a form, else the call
is denied. So allow what may run, for example with the rule `mcp__files__read_file`.

A value of --header may name variables of the environment as ${NAME}, so that keys
need not be in the command line.

With --listen clients speak streamable HTTP, at the path /mcp, with the token that is
printed (or that of --token-file); each session has a server of its own.

Exit status: 0 after a signal or the end of stdin; 1 if the server could not be
started, or ended by itself.

Examples:
  snaphook mcp-proxy --name files -- npx -y @modelcontextprotocol/server-filesystem /repo
  snaphook mcp-proxy --name docs --url https://mcp.example.com/mcp \\
    --header 'Authorization: Bearer ${DOCS_TOKEN}'
  snaphook mcp-proxy --name files --listen 127.0.0.1:8931 --token-file token -- \\
    npx -y @modelcontextprotocol/server-filesystem /repo";

/// Arguments of `mcp-proxy`.
#[derive(Debug, Args)]
pub(crate) struct McpProxyArgs {
    /// The server's name in rules and hooks (default: made from the command or the
    /// address, and printed)
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The address of a server behind streamable HTTP
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "command",
        required_unless_present = "command"
    )]
    pub(crate) url: Option<String>,
    /// A header for that server, such as `Authorization: Bearer ${TOKEN}`; repeat it
    /// for several
    #[arg(long, value_name = "NAME: VALUE", requires = "url")]
    pub(crate) header: Vec<String>,
    /// The command of a server that speaks over stdin and stdout
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Serve clients over streamable HTTP on this address, such as 127.0.0.1:8931 (port 0:
    /// any free port), instead of one on stdin and stdout
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,
    /// The file with the token for clients (default: a new token, printed once)
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub(crate) token_file: Option<PathBuf>,
    /// Let every program of this machine in, without a token
    #[arg(long, requires = "listen", conflicts_with_all = ["token_file", "allow_remote"])]
    pub(crate) no_token: bool,
    /// Let --listen take an address that other machines can reach; there is no TLS
    #[arg(long, requires = "listen")]
    pub(crate) allow_remote: bool,
    /// Accept this name in the `Host` header of clients, too
    #[arg(long, value_name = "NAME", requires = "listen")]
    pub(crate) allow_host: Vec<String>,
    /// Seconds after which a session without requests or a stream ends
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3600,
        requires = "listen"
    )]
    pub(crate) idle: u64,
    /// The permission mode (default: that of the settings)
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(Mode::WORDS))]
    pub(crate) mode: Option<String>,
    /// Ask the person at the client, with a form of the client, about calls that need
    /// approval
    #[arg(long)]
    pub(crate) ask: bool,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The working directory of hooks and the server (default: this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Do not watch the settings files
    #[cfg(feature = "watch")]
    #[arg(long)]
    pub(crate) no_watch: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
}
