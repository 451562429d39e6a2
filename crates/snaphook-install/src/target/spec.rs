//! Which agent, and whose configuration of it.

use std::path::PathBuf;

use snaphook_agents::{AgentSpec, ConfigScope, Contract};

use crate::entry::installed_name;
use crate::error::InstallError;
use crate::places::{HostFolders, scope_word};

/// An agent in one scope.
#[derive(Clone, Copy)]
pub struct Target<'h> {
    /// The agent.
    pub agent: &'static AgentSpec,
    /// Its contract.
    pub contract: &'static Contract,
    /// Whose configuration.
    pub scope: ConfigScope,
    /// The host's folders.
    pub folders: HostFolders<'h>,
}

impl<'h> Target<'h> {
    /// An agent of a version in a scope; without a version, the newest contract counts.
    #[must_use]
    pub fn new(
        agent: &'static AgentSpec,
        version: Option<&str>,
        scope: ConfigScope,
        folders: HostFolders<'h>,
    ) -> Self {
        Self {
            agent,
            contract: agent.contract(version),
            scope,
            folders,
        }
    }

    /// The path of the hook configuration: a file, or a folder.
    ///
    /// # Errors
    /// When the agent has none of this scope, or there is no home folder.
    pub fn configuration(&self) -> Result<PathBuf, InstallError> {
        self.folders.configuration(self.agent, self.scope)
    }

    /// By what the record of changes knows it.
    pub(crate) fn owner(&self) -> String {
        let name = installed_name(self.agent);
        let scope = scope_word(self.scope);
        match self.scope {
            ConfigScope::Project => format!("{name}:{scope}:{}", self.folders.project.display()),
            _ => format!("{name}:{scope}"),
        }
    }

    /// The project's folder, where hooks of a project are installed; without symlinks, as
    /// agents write it.
    pub(crate) fn trusted_folder(&self) -> Option<String> {
        let project = self.folders.project;
        let real = snaphook_files::canonical(project).unwrap_or_else(|_| project.to_owned());
        (self.scope == ConfigScope::Project).then(|| real.to_string_lossy().into_owned())
    }
}
