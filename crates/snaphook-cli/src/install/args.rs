//! The arguments of `install` and `uninstall`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use snaphook_agents::ConfigScope;

use super::targets::agent_names;

pub(crate) const HELP: &str = "\
Puts `snaphook hook` into the configuration of each agent, once for every event that
hooks can use. Shows the difference and asks before it writes. Only entries of
snaphook are added, changed or removed; comments, order and the hooks of others stay.
Running it again brings the entries up to date.

Without an AGENT, --detected picks the agents that are found on this machine; see
`snaphook agents`.

It also makes the other changes to files that an agent needs (switches, trusted
folders, hashes of trusted hooks), and says what you must do yourself.

--verify proves that a guard holds in the agents that are here. It starts the real agent in
a home folder and a project of their own, on a model of snaphook that listens on this
machine. First the model calls a harmless command, which must run, then one that a guard
denies, which must not run. Your configuration, accounts and keys are not used. With --dry-run,
it only verifies. It takes some seconds for each agent.

Exit status: 0, or 1 when an agent could not be configured or it was not proved that a
guard holds in it. What failed is left as it was.

Examples:
  snaphook install codex
  snaphook install --detected --dry-run
  snaphook install codex --verify
  snaphook install gemini qwen --scope project --events PreToolUse,Stop";

pub(crate) const UNINSTALL_HELP: &str = "\
Files that were not changed since then get their former bytes; from others only
the entries of snaphook are removed. Without an AGENT and --scope, everything that
`snaphook install` wrote for the user and this project is removed.

Exit status: 0, also when nothing is installed; 1 when a file could not be changed.";

/// Whose configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InstallScope {
    /// Yours, for every project
    User,
    /// This project's, shared with others who work on it
    Project,
    /// The organisation's, for every user of this machine
    Managed,
}

impl From<InstallScope> for ConfigScope {
    fn from(choice: InstallScope) -> Self {
        match choice {
            InstallScope::User => Self::User,
            InstallScope::Project => Self::Project,
            InstallScope::Managed => Self::Managed,
        }
    }
}

/// Hooks that are installed only when asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IncludeChoice {
    /// The hooks of `.claude/settings.json` and of its plugins
    Claude,
}

/// Arguments of `install`.
#[derive(Debug, Clone, Args)]
pub(crate) struct InstallArgs {
    /// The agents
    #[arg(value_name = "AGENT", value_parser = agent_names())]
    pub(crate) agents: Vec<String>,
    /// Every agent that is found on this machine
    #[arg(long, conflicts_with = "agents")]
    pub(crate) detected: bool,
    /// Whose configuration to change
    #[arg(long, value_enum, default_value = "user")]
    pub(crate) scope: InstallScope,
    /// Run these hooks in other agents, too
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) include: Vec<IncludeChoice>,
    /// Only these events, by canonical names or the agent's own (default: all useful ones)
    #[arg(long, value_name = "EVENT", value_delimiter = ',')]
    pub(crate) events: Vec<String>,
    /// How many seconds the agent waits for a hook (default: as long as it does by itself,
    /// at least 60)
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(2..=86400))]
    pub(crate) limit: Option<u32>,
    /// The program that hooks run (default: this one)
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// The project's root (default: found from the current folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Show the difference, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Prove that a guard holds: run each agent twice on a scripted model
    #[arg(long)]
    pub(crate) verify: bool,
}

/// Arguments of `uninstall`.
#[derive(Debug, Clone, Args)]
pub(crate) struct UninstallArgs {
    /// The agents (default: every agent)
    #[arg(value_name = "AGENT", value_parser = agent_names())]
    pub(crate) agents: Vec<String>,
    /// Whose configuration to change (default: yours and this project's)
    #[arg(long, value_enum)]
    pub(crate) scope: Option<InstallScope>,
    /// The project's root (default: found from the current folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Show the difference, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}
