//! Where the configuration of an agent stands on this machine. The host says where the
//! folders are; nothing here reads the environment.

use std::path::{Path, PathBuf};

use snaphook_agents::{AgentSpec, ConfigScope};

use crate::error::InstallError;

/// The folders of the host.
#[derive(Clone, Copy)]
pub struct HostFolders<'h> {
    /// The home folder.
    pub home: Option<&'h Path>,
    /// The project's root.
    pub project: &'h Path,
    /// The folder of the organisation's settings: `/etc`.
    pub system: &'h Path,
    /// The value of an environment variable that names a folder.
    pub variable: &'h dyn Fn(&str) -> Option<PathBuf>,
}

impl HostFolders<'_> {
    /// A path of an agent's user configuration, which is given below the home folder.
    ///
    /// # Errors
    /// When there is no home folder.
    pub fn user(&self, agent: &AgentSpec, path: &str) -> Result<PathBuf, InstallError> {
        for moved in agent.install.moved {
            let rest = Path::new(path).strip_prefix(moved.folder);
            if let Some((folder, rest)) = (self.variable)(moved.variable).zip(rest.ok()) {
                return Ok(folder.join(rest));
            }
        }
        Ok(self.home.ok_or(InstallError::NoHome)?.join(path))
    }

    /// The path of an agent's hook configuration.
    ///
    /// # Errors
    /// When the agent has none of this scope, or there is no home folder.
    pub fn configuration(
        &self,
        agent: &AgentSpec,
        scope: ConfigScope,
    ) -> Result<PathBuf, InstallError> {
        let mut files = agent.configuration.files.iter();
        let Some(file) = files.find(|file| file.scope == scope) else {
            return Err(InstallError::NoSuchScope {
                agent: agent.title,
                scope: scope_word(scope),
            });
        };
        match scope {
            ConfigScope::User => self.user(agent, file.path),
            ConfigScope::Project => Ok(self.project.join(file.path)),
            ConfigScope::Managed => {
                let below = file.path.strip_prefix("/etc/").unwrap_or(file.path);
                Ok(self.system.join(below))
            }
        }
    }
}

/// The word for a scope on the command line.
#[must_use]
pub const fn scope_word(scope: ConfigScope) -> &'static str {
    match scope {
        ConfigScope::User => "user",
        ConfigScope::Project => "project",
        ConfigScope::Managed => "managed",
    }
}
