//! The arguments of `agents`.

use std::path::PathBuf;

use clap::Args;

use crate::install::agent_names;

pub(crate) const HELP: &str = "\
An agent is here if its program is in PATH or its folder is in the home folder. Its
version is what `--version` of the program prints. *tested* is the version for which
snaphook knows what the agent does. *installed* says in whose configuration
`snaphook hook` is: user, project, managed. *in force* is `no` if something keeps
it from running or from counting; `snaphook doctor` says what.

Exit status: 0, or 1 when the command failed.

Examples:
  snaphook agents
  snaphook agents --all
  snaphook agents codex --json";

/// Arguments of `agents`.
#[derive(Debug, Clone, Args)]
pub(crate) struct AgentsArgs {
    /// Only these agents
    #[arg(value_name = "AGENT", value_parser = agent_names())]
    pub(crate) agents: Vec<String>,
    /// List the agents that are not here, too
    #[arg(long, conflicts_with = "agents")]
    pub(crate) all: bool,
    /// The project's root (default: found from the current folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
