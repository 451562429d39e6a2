//! The arguments of `doctor`.

use std::path::PathBuf;

use clap::Args;

use crate::install::agent_names;

pub(crate) const HELP: &str = "\
Looks at every agent that is on this machine or has snaphook installed in this project.
An error means that hooks do not run or do not count there, a warning that they may not
do what they should, and a note is worth knowing. It changes nothing, and starts no agent
except with `--version`.

It finds, among others: an agent without snaphook; an unknown version; entries that were
changed, or whose program is gone; a switch, a trusted folder or a hash without which the
agent skips hooks; guards on events that the agent does not have or does not let hooks
deny; agents that go on when snaphook is missing, crashes or takes too long; settings that
cannot be loaded; hooks that nobody has trusted.

Exit status:
  0  no errors
  1  errors, or warnings with --deny-warnings; or the command failed

Examples:
  snaphook doctor
  snaphook doctor codex gemini
  snaphook doctor --deny-warnings --json";

/// Arguments of `doctor`.
#[derive(Debug, Clone, Args)]
pub(crate) struct DoctorArgs {
    /// The agents (default: those that are here or have snaphook installed)
    #[arg(value_name = "AGENT", value_parser = agent_names())]
    pub(crate) agents: Vec<String>,
    /// The project's root (default: found from the current folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 1 on warnings, too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}
