//! Which agents are on this machine: by their programs in `PATH`, and by their folders.

use std::path::{Path, PathBuf};

use snaphook_agents::{AGENTS, AgentSpec, ConfigScope};

use crate::os::is_executable;
use crate::places::HostFolders;

/// What of an agent is here.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DetectedAgent {
    /// The agent.
    pub agent: &'static AgentSpec,
    /// Its program, where it is in `PATH`.
    pub program: Option<PathBuf>,
    /// The folder of its configuration, where there is one.
    pub folder: Option<PathBuf>,
}

impl DetectedAgent {
    /// Whether anything of it is here.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.program.is_some() || self.folder.is_some()
    }
}

/// The agents that are here, in the order of their table. `search` are the folders of
/// `PATH`.
#[must_use]
pub fn detect(folders: &HostFolders<'_>, search: &[PathBuf]) -> Vec<DetectedAgent> {
    let looked = AGENTS.iter().map(|agent| look_for(agent, folders, search));
    looked.filter(DetectedAgent::is_here).collect()
}

/// Looks for one agent. `search` are the folders of `PATH`.
#[must_use]
pub fn look_for(
    agent: &'static AgentSpec,
    folders: &HostFolders<'_>,
    search: &[PathBuf],
) -> DetectedAgent {
    let mut programs = agent.programs.iter();
    let folder = own_folder(agent).and_then(|folder| folders.user(agent, folder).ok());
    DetectedAgent {
        agent,
        program: programs.find_map(|name| find_program(name, search)),
        folder: folder.filter(|folder| folder.is_dir()),
    }
}

fn find_program(name: &str, search: &[PathBuf]) -> Option<PathBuf> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let paths = search.iter().filter(|folder| folder.is_absolute());
    let mut paths = paths.map(|folder| folder.join(&name));
    paths.find(|path| path.metadata().is_ok_and(|file| is_executable(&file)))
}

/// The folder below the home folder that only this agent has: `.codex`, `.config/crush`.
fn own_folder(agent: &'static AgentSpec) -> Option<&'static str> {
    if agent.programs.is_empty() {
        return None;
    }
    let folder = top_folder(agent)?;
    let shared = AGENTS
        .iter()
        .filter(|other| other.install.shares_with.is_none())
        .any(|other| other.name != agent.name && top_folder(other) == Some(folder));
    (!shared).then_some(folder)
}

fn top_folder(agent: &AgentSpec) -> Option<&'static str> {
    let mut files = agent.configuration.files.iter();
    let file = files.find(|file| file.scope == ConfigScope::User)?.path;
    let mut parts = file.match_indices('/').map(|(at, _)| at);
    let first = parts.next()?;
    let common = [".config", ".codeium"].contains(&&file[..first]);
    let end = match common {
        true => parts.next()?,
        false => first,
    };
    Some(&file[..end]).filter(|folder| Path::new(folder).is_relative())
}
