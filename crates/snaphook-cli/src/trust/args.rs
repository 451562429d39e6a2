//! The arguments of `trust`.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::{SettingsArgs, TrustChoice, dialects};

pub(crate) const HELP: &str = "\
Hooks of a project (`.claude/settings.json`, `.snaphook/settings.json`, their
local files, and skills and agents of the project) do not run until you trust
them. Trust is stored for each hook, as a digest of its event, matcher and
definition, and of the files in the project that it names, loads or runs from a
folder. If one of these changes, the hook is skipped until you trust it again.
For each hook, the command shows what trust does not cover. Invisible characters,
and blanks that hide the end of a command, are shown as escapes.

Each permission that the project grants (rules, folders, a mode) and each of your
own hooks and plugins that it would switch off is a question of its own. A project
can never switch off your guards.

Examples:
  snaphook trust                  show everything, and ask
  snaphook trust guard            only the hook with this name or id
  snaphook trust --show           show the text of the scripts, too, and what
                                  changed since you trusted them
  snaphook trust --show hooks/x.sh
                                  the hooks that run this script, with its text
  snaphook trust --yes            trust everything as it is now, without asking
  snaphook trust --list           everything that is trusted, in all projects
  snaphook trust --revoke guard   stop trusting a hook (without a name: all hooks
                                  of this project)

Exit status: 0, or 1 if nothing was trusted or the command failed.";

/// Arguments of `trust`.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// Only these hooks, by name or id
    #[arg(value_name = "HOOK")]
    pub(crate) hooks: Vec<String>,
    /// The project's root (default: the nearest folder with settings, from this
    /// one up to the git root; else the git root, else this folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// The dialect of the settings (default: recognised)
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    pub(crate) dialect: Option<String>,
    /// The agent to use, in a dialect whose files describe several (default: `root`,
    /// else the only one)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Show the text of the scripts, too, and what changed since you trusted them;
    /// HOOK may also be the path of a script
    #[arg(long, conflicts_with_all = ["list", "revoke"])]
    pub(crate) show: bool,
    /// List everything that is trusted, in all projects
    #[arg(long, conflicts_with_all = ["revoke", "yes"])]
    pub(crate) list: bool,
    /// Stop trusting these hooks, or all hooks of the project
    #[arg(long, conflicts_with = "yes")]
    pub(crate) revoke: bool,
    /// Trust without asking
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrustArgs {
    /// The arguments that load the settings, with trust from the store.
    pub(super) fn settings(&self) -> SettingsArgs {
        SettingsArgs {
            settings: Vec::new(),
            plugin: Vec::new(),
            project: self.project.clone(),
            trust: TrustChoice::Store,
            dialect: self.dialect.clone(),
            agent: self.agent.clone(),
        }
    }
}
