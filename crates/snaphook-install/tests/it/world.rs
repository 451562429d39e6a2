//! A home, a project and a system folder in a new folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use snaphook_agents::{AgentSpec, ConfigScope, find_agent};
use snaphook_install::{
    Draft, HostFolders, InstallError, InstallOptions, Ledger, Target, apply, install, uninstall,
};

pub(crate) const PROGRAM: &str = "/opt/snaphook/bin/snaphook";

pub(crate) struct World(tempfile::TempDir);

fn no_variable(_: &str) -> Option<PathBuf> {
    None
}

pub(crate) fn agent(name: &str) -> &'static AgentSpec {
    find_agent(name).unwrap()
}

pub(crate) fn options() -> InstallOptions {
    InstallOptions {
        program: PROGRAM.to_owned(),
        ..InstallOptions::default()
    }
}

impl World {
    pub(crate) fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        for folder in ["home", "project", "etc"] {
            fs::create_dir(world.path(folder)).unwrap();
        }
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The path of an agent's configuration, below the world.
    pub(crate) fn configuration(&self, agent: &AgentSpec, scope: ConfigScope) -> String {
        self.with_target(agent.name, scope, |target| {
            let path = target.configuration().unwrap();
            let path = path.strip_prefix(self.path("")).unwrap();
            path.to_str().unwrap().to_owned()
        })
    }

    pub(crate) fn with_target<T>(
        &self,
        name: &str,
        scope: ConfigScope,
        work: impl FnOnce(&Target<'_>) -> T,
    ) -> T {
        let (home, project, system) = (self.path("home"), self.path("project"), self.path("etc"));
        let folders = HostFolders {
            home: Some(&home),
            project: &project,
            system: &system,
            variable: &no_variable,
        };
        work(&Target::new(agent(name), None, scope, folders))
    }

    fn draft(&self) -> Draft {
        Draft::new(Ledger::read(Some(self.path("state/installed.json"))))
    }

    /// Installs, and gives the files that were changed.
    pub(crate) fn install(
        &self,
        name: &str,
        scope: ConfigScope,
        options: &InstallOptions,
    ) -> Result<Vec<String>, InstallError> {
        let mut draft = self.draft();
        self.with_target(name, scope, |target| install(&mut draft, target, options))?;
        self.apply(draft)
    }

    pub(crate) fn uninstall(
        &self,
        name: &str,
        scope: ConfigScope,
    ) -> Result<Vec<String>, InstallError> {
        let mut draft = self.draft();
        self.with_target(name, scope, |target| uninstall(&mut draft, target))?;
        self.apply(draft)
    }

    fn apply(&self, draft: Draft) -> Result<Vec<String>, InstallError> {
        let root = self.path("");
        let changed = draft.changes().map(|change| {
            let path = change.path.strip_prefix(&root).unwrap();
            path.to_str().unwrap().to_owned()
        });
        let changed = changed.collect();
        apply(draft)?;
        Ok(changed)
    }

    /// Every file and empty folder but the record of changes, with its bytes.
    pub(crate) fn everything(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        collect(&self.path(""), &self.path(""), &mut all);
        all.retain(|name, _| !name.starts_with("state"));
        all
    }
}

fn collect(root: &Path, folder: &Path, all: &mut BTreeMap<String, Vec<u8>>) {
    let name = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.insert(format!("{}/", name(&path)), Vec::new());
            collect(root, &path, all);
        } else {
            all.insert(name(&path), fs::read(&path).unwrap());
        }
    }
}
