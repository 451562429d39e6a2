//! The arguments of `enable` and `disable`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use snaphook::hook::Scope;

use crate::settings_args::{SettingsArgs, TrustChoice, dialects};

pub(crate) const DISABLE_HELP: &str = "\
Adds the name or id to `disabledHooks` in a settings file and changes nothing else in
it. For hooks of the project that file is `.claude/settings.local.json`, for all
others `~/.claude/settings.json`. An entry switches the hook off in whichever file
it is defined. Only the organisation can switch managed hooks off.

Examples:
  snaphook disable fmt                    all hooks with this name
  snaphook disable PostToolUse-3f9a02c1   one hook (`snaphook list --json` shows
                                          ids)
  snaphook disable fmt --scope user       in every project
  snaphook disable fmt --settings FILE    in this file, for all who load it

Exit status: 0 if the hooks are off; 1 if one is still on, or the command failed.";

pub(crate) const ENABLE_HELP: &str = "\
Removes the hook from `disabledHooks` in every file that you may change, and
`\"enabled\": false` from its definition, and changes nothing else in the files. If
the hook is still off, the command says why: settings of the organisation, or
`disableAllHooks`.

Examples:
  snaphook enable fmt
  snaphook enable fmt --scope user       only in your own settings
  snaphook enable fmt --settings FILE    only in this file

Exit status: 0 if the hooks are on; 1 if one is still off, or the command failed.";

/// Arguments of `enable` and `disable`.
#[derive(Debug, Args)]
pub(crate) struct SwitchArgs {
    /// Hooks, by name or id
    #[arg(value_name = "HOOK", required = true)]
    pub(crate) hooks: Vec<String>,
    /// Change only settings of this scope
    #[arg(long, value_enum, conflicts_with = "settings")]
    pub(crate) scope: Option<ScopeChoice>,
    /// Load only this settings file, and change it
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
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
    /// Print the changes as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The scopes whose files people change.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ScopeChoice {
    /// Your own settings, in every project
    User,
    /// The project's settings, for everyone who works on it
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
    /// The arguments that load the settings, with trust from the store.
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

    /// The only scope whose files may be changed; `None` if all may be.
    pub(super) fn only(&self) -> Option<Scope> {
        self.scope.map(Scope::from)
    }
}
