//! The arguments of `ui`, and those of `serve` for the page.

use std::path::PathBuf;

use clap::Args;

pub(crate) const HELP: &str = "\
The page shows the calls that wait for a person and takes the answers, the recorded events
as they happen, one event with every hook and why it ran or not, the numbers of each hook,
and the findings of `check` and `doctor`. While a page is open, agents wait for its answer
(`snaphook approvals --help` says which).

It is part of this program: nothing is loaded from elsewhere. It listens on this machine
only. The printed address has a key behind the `#`, which browsers do not send; whoever has
it can answer for you, so do not share it. From another machine, use a tunnel:
`ssh -L 7080:127.0.0.1:7080 HOST`.

Examples:
  snaphook ui
  snaphook ui --open
  snaphook ui --port 7080 --token-file ~/.config/snaphook-ui.token

Exit status: 0 after a signal, 1 if the page could not be served.";

/// Arguments of `ui`.
#[derive(Debug, Args)]
pub(crate) struct UiArgs {
    /// The port (0: any free one)
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The file with the key of the page (default: a new key each time); with it, an open
    /// page goes on after a restart
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Listen on every address of this machine, so that other machines reach the page;
    /// there is no TLS
    #[arg(long)]
    pub(crate) allow_remote: bool,
    /// Accept this name in the `Host` header, too, such as that of a proxy
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
}

/// Arguments of `serve` for the page.
#[derive(Debug, Args)]
pub(crate) struct ServeUiArgs {
    /// Show the page of `snaphook ui`, too, on this machine
    #[arg(long)]
    pub(crate) ui: bool,
    /// The port of the page (0: any free one)
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "ui")]
    ui_port: u16,
    /// The file with the key of the page (default: a new key)
    #[arg(long, value_name = "FILE", requires = "ui")]
    ui_token_file: Option<PathBuf>,
}

impl ServeUiArgs {
    /// The page that is meant.
    pub(crate) fn page(&self) -> UiArgs {
        UiArgs {
            port: self.ui_port,
            open: false,
            token_file: self.ui_token_file.clone(),
            allow_remote: false,
            allow_host: Vec::new(),
        }
    }
}
