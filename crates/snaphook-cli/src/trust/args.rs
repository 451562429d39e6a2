//! The arguments of `trust`.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::{SettingsArgs, TrustChoice, dialects};

pub(crate) const HELP: &str = "\
Hooks of a project (`.claude/settings.json`, `.snaphook/settings.json`, their
local files, and skills and agents of the project) do not run until somebody
trusts them. Trust is kept for each hook, as a digest of its event, matcher and
definition, and of the files in the project that it names, loads or runs from a
folder: change one of them, and the hook is skipped until it is trusted again.
What trust does not cover is told for each hook. Characters that do not show, and
blanks that hide the end of a command, are spelled out.

What the project allows (rules, folders, a mode) and what it would switch off of
your own hooks and those of your plugins is asked about as well, each by itself.
A guard of yours is never switched off by a project.

Examples:
  snaphook trust                  show everything, and ask
  snaphook trust guard            only the hook of this name or id
  snaphook trust --show           show the text of the scripts, too, with what
                                  changed since they were trusted
  snaphook trust --show hooks/x.sh
                                  the hooks that run this script, with its text
  snaphook trust --yes            for automation: trust what is there now
  snaphook trust --list           everything that was trusted, in every project
  snaphook trust --revoke guard   trust a hook no more (without a name: all of
                                  this project)

Exit status: 0, or 1 when nothing was trusted or the command failed.";

/// Arguments of `trust`.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// Only these hooks, by name or id
    #[arg(value_name = "HOOK")]
    pub(crate) hooks: Vec<String>,
    /// The project's root (default: the git root above this folder, else this
    /// folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Whose words the settings are in (default: what they show)
    #[arg(long, value_name = "NAME", value_parser = dialects())]
    pub(crate) dialect: Option<String>,
    /// The agent whose hooks are meant, in a dialect whose files describe
    /// several (default: `root`, else the only one)
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Show the text of the scripts, too, with what changed since they were
    /// trusted; HOOK may also be the path of a script
    #[arg(long, conflicts_with_all = ["list", "revoke"])]
    pub(crate) show: bool,
    /// List what was trusted, in every project
    #[arg(long, conflicts_with_all = ["revoke", "yes"])]
    pub(crate) list: bool,
    /// Trust these hooks no more, or all hooks of the project
    #[arg(long, conflicts_with = "yes")]
    pub(crate) revoke: bool,
    /// Do not ask
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print what is shown as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrustArgs {
    /// What the project has, with the store deciding.
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
