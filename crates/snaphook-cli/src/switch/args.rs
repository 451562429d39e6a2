//! The arguments of `enable` and `disable`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use snaphook::hook::Scope;

use crate::settings_args::{SettingsArgs, TrustChoice, dialects};

pub(crate) const DISABLE_HELP: &str = "\
Adds the name or id to `disabledHooks` in a settings file; everything else in the
file stays as it is. By default that is your local settings for hooks of the
project (`.claude/settings.local.json`), and your own settings for all others
(`~/.claude/settings.json`). What stands there switches the hook off whichever
file defines it. Only the organisation switches managed hooks off.

Examples:
  snaphook disable fmt                    the hook, or hooks, of this name
  snaphook disable PostToolUse-3f9a02c1   just this one (`snaphook list --json`
                                          shows ids)
  snaphook disable fmt --scope user       in every project
  snaphook disable fmt --settings FILE    in this file, for those who load it

Exit status: 0 the hooks are off, 1 one of them is not, or the command failed.";

pub(crate) const ENABLE_HELP: &str = "\
Removes the hook from `disabledHooks` in every file that you may change, and
`\"enabled\": false` from its definition; everything else in the files stays as it
is. Says so when the hook is still off, and why: an organisation's settings, or
`disableAllHooks`.

Examples:
  snaphook enable fmt
  snaphook enable fmt --scope user       only in your own settings
  snaphook enable fmt --settings FILE    only in this file

Exit status: 0 the hooks are on, 1 one of them is not, or the command failed.";

/// Arguments of `enable` and `disable`.
#[derive(Debug, Args)]
pub(crate) struct SwitchArgs {
    /// Hooks, by name or id
    #[arg(value_name = "HOOK", required = true)]
    pub(crate) hooks: Vec<String>,
    /// Change only settings of this scope
    #[arg(long, value_enum, conflicts_with = "settings")]
    pub(crate) scope: Option<ScopeChoice>,
    /// Load exactly this settings file, and change it
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
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
    /// Print what was done as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The scopes whose files a person changes.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ScopeChoice {
    /// Your own settings, in every project
    User,
    /// The project's settings, for everybody who has it
    Project,
    /// The project's settings on this machine
    Local,
}

impl From<ScopeChoice> for Scope {
    fn from(choice: ScopeChoice) -> Self {
        match choice {
            ScopeChoice::User => Self::User,
            ScopeChoice::Project => Self::Project,
            ScopeChoice::Local => Self::Local,
        }
    }
}

impl SwitchArgs {
    /// The settings that are looked at, with the store deciding on trust.
    pub(super) fn settings_args(&self) -> SettingsArgs {
        SettingsArgs {
            settings: self.settings.iter().cloned().collect(),
            plugin: Vec::new(),
            project: self.project.clone(),
            trust: TrustChoice::Store,
            dialect: self.dialect.clone(),
            agent: self.agent.clone(),
        }
    }

    /// The scope whose files may be changed; nothing when all may be.
    pub(super) fn only(&self) -> Option<Scope> {
        self.scope.map(Scope::from)
    }
}
