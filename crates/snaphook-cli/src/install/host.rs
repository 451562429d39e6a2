//! The host's folders, as installers need them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_agents::AgentSpec;
use snaphook_install::{
    DetectedAgent, HostFolders, Ledger, StableProgram, detect, look_for, program_version,
    stable_program,
};

use crate::error::CommandError;
use crate::world;

/// How long a program may take to say its version. Some load a lot first.
const VERSION_PATIENCE: Duration = Duration::from_secs(15);

/// What installers know of this machine.
pub(crate) struct Host {
    home: Option<PathBuf>,
    pub(crate) project: PathBuf,
    system: PathBuf,
    search: Vec<PathBuf>,
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = std::env::var_os(name).map(PathBuf::from);
    value.filter(|path| path.is_absolute())
}

impl Host {
    pub(crate) fn of(project: Option<&Path>) -> Result<Self, CommandError> {
        let folder = world::folder(project)?;
        let project = match project {
            Some(_) => folder,
            None => world::project_root(&folder),
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        Ok(Self {
            home: std::env::home_dir().filter(|home| home.is_absolute()),
            project,
            system: world::system_dir(),
            search: std::env::split_paths(&path).collect(),
        })
    }

    pub(crate) fn folders(&self) -> HostFolders<'_> {
        HostFolders {
            home: self.home.as_deref(),
            project: &self.project,
            system: &self.system,
            variable: &variable,
        }
    }

    /// The folders of `PATH`.
    pub(crate) fn search(&self) -> &[PathBuf] {
        &self.search
    }

    /// The program's name, where it alone leads to this program.
    pub(crate) fn name_in_path(&self, program: &Path) -> Option<String> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let name = format!("snaphook{}", std::env::consts::EXE_SUFFIX);
        let mut found = self.search.iter().map(|folder| folder.join(&name));
        let first = found.find(|path| path.is_file())?;
        let same = first.is_absolute() && real(&first).is_some() && real(&first) == real(program);
        same.then(|| "snaphook".to_owned())
    }

    pub(crate) fn detected(&self) -> Vec<DetectedAgent> {
        detect(&self.folders(), &self.search)
    }

    /// What of an agent is here.
    pub(crate) fn look_for(&self, agent: &'static AgentSpec) -> DetectedAgent {
        look_for(agent, &self.folders(), &self.search)
    }

    /// The versions of agents, in their order; asked of all at once.
    pub(crate) fn versions(&self, agents: &[DetectedAgent]) -> Vec<Option<String>> {
        let cwd = self.home.as_deref().unwrap_or(&self.project);
        std::thread::scope(|scope| {
            let ask = |agent: &DetectedAgent| {
                let program = agent.program.clone();
                scope.spawn(move || program_version(&program?, cwd, VERSION_PATIENCE))
            };
            let asked: Vec<_> = agents.iter().map(ask).collect();
            let answers = asked.into_iter().map(|asked| asked.join().ok().flatten());
            answers.collect()
        })
    }

    /// The program that hooks run.
    pub(crate) fn program(&self, named: Option<&Path>) -> Result<StableProgram, CommandError> {
        let own = std::env::current_exe().map_err(|error| {
            CommandError::new(format!("failed to find the path of snaphook: {error}"))
                .help("name it with --program")
        })?;
        let program = named.unwrap_or(&own);
        stable_program(program, &self.search, &std::env::temp_dir()).map_err(super::person::error)
    }

    /// The record of what installing changed.
    pub(crate) fn ledger() -> Ledger {
        Ledger::read(world::state_dir().map(|state| state.join("installed.json")))
    }
}
