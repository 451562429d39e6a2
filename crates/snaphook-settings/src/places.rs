//! Where to look for settings.

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use crate::folders::SETTINGS_FOLDERS;
use crate::policy::SharedPolicyReader;

/// Where settings may be, as the host says. Everything is optional: what is
/// not named is not looked at.
///
/// ```
/// use snaphook_settings::Places;
///
/// let places = Places::usual("/etc".as_ref(), "/home/ada".as_ref(), None)
///     .project("/repo/engine");
/// assert!(places.user.iter().any(|folder| folder.ends_with(".claude")));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Places {
    /// System folders with managed settings, in rising precedence.
    pub managed: Vec<PathBuf>,
    /// The user's settings folders, in rising precedence.
    pub user: Vec<PathBuf>,
    /// The project's root.
    pub project: Option<PathBuf>,
    /// Folders that hold a plugin in each subfolder.
    pub plugin_homes: Vec<PathBuf>,
    /// Plugins, by their folder.
    pub plugins: Vec<PathBuf>,
    /// The names of the project's settings folders, in rising precedence.
    pub folders: &'static [&'static str],
    /// The names of settings files that are in the project's root itself.
    pub root_files: &'static [&'static str],
    /// Further settings files by their whole path, in rising precedence. One component may
    /// be `*`, or begin with it (`*.json`): each file that fits, in order of their names.
    pub listed: Vec<(Scope, PathBuf)>,
    /// Where packs are locked and kept; `None`: no packs are looked for.
    pub packs: Option<PackPlaces>,
    /// Whether there are settings for this machine only (`settings.local.json`).
    pub local: bool,
    /// What reads the policy bundle that managed settings name. Without it, such
    /// settings block every event.
    pub policy: Option<SharedPolicyReader>,
}

/// Where packs are locked and kept. The lock file of a project is in its root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackPlaces {
    /// The folder of the store that has their content.
    pub store: PathBuf,
    /// The folder for what packs keep (`CLAUDE_PLUGIN_DATA`).
    pub data: PathBuf,
    /// The lock file of the user.
    pub user_lock: Option<PathBuf>,
}

impl Default for Places {
    fn default() -> Self {
        Self {
            managed: Vec::new(),
            user: Vec::new(),
            project: None,
            plugin_homes: Vec::new(),
            plugins: Vec::new(),
            folders: SETTINGS_FOLDERS,
            root_files: &[],
            listed: Vec::new(),
            packs: None,
            local: true,
            policy: None,
        }
    }
}

impl Places {
    /// The usual places: below a system folder (`/etc`), a home, and the
    /// folder for configuration (`~/.config` unless it is named).
    #[must_use]
    pub fn usual(system: &Path, home: &Path, config: Option<&Path>) -> Self {
        let config = config.map_or_else(|| home.join(".config"), Path::to_owned);
        Self::with_user_folders(system, home.join(".claude"), config.join("snaphook"))
    }

    /// The usual places where the user's two settings folders are these: `claude`
    /// in place of `~/.claude`, `own` in place of `~/.config/snaphook`. Plugins,
    /// skills and agents are looked for in them, too.
    #[must_use]
    pub fn with_user_folders(system: &Path, claude: PathBuf, own: PathBuf) -> Self {
        Self {
            plugin_homes: vec![claude.join("plugins"), own.join("plugins")],
            user: vec![claude, own],
            root_files: &[".mcp.json"],
            ..Self::managed(system)
        }
    }

    /// Only managed settings, below a system folder (`/etc`).
    #[must_use]
    pub fn managed(system: &Path) -> Self {
        Self {
            managed: vec![system.join("claude-code"), system.join("snaphook")],
            ..Self::default()
        }
    }

    /// These places and a project.
    #[must_use]
    pub fn project(mut self, root: impl Into<PathBuf>) -> Self {
        self.project = Some(root.into());
        self
    }

    /// These places and a plugin, by its folder.
    #[must_use]
    pub fn plugin(mut self, root: impl Into<PathBuf>) -> Self {
        self.plugins.push(root.into());
        self
    }

    /// These places and packs.
    #[must_use]
    pub fn packs(mut self, packs: PackPlaces) -> Self {
        self.packs = Some(packs);
        self
    }

    /// The file into which a change of this scope's settings is written: the one
    /// that is there, in the folder of the highest precedence; else one in a
    /// folder that is there, else in the usual folder. `None` for a scope that
    /// has no place, or none that a program may change.
    #[must_use]
    pub fn file_to_change(&self, scope: Scope) -> Option<PathBuf> {
        let (folders, name): (Vec<PathBuf>, _) = match scope {
            Scope::User => (self.user.clone(), "settings.json"),
            Scope::Project => (self.project_folders().collect(), "settings.json"),
            Scope::Local if self.local => (self.project_folders().collect(), "settings.local.json"),
            _ => return None,
        };
        let falling = || folders.iter().rev();
        let with_file = falling().find(|folder| folder.join(name).is_file());
        let there = || falling().find(|folder| folder.is_dir());
        let folder = with_file.or_else(there).or(folders.first())?;
        Some(folder.join(name))
    }

    /// Whether the project has anything, also a link that leads nowhere, where
    /// its settings would be.
    #[must_use]
    pub fn project_has_any(&self) -> bool {
        let root_files = self.root_files.iter();
        let of_root = |root: &PathBuf| root_files.map(|name| root.join(name)).collect::<Vec<_>>();
        let of_root = self.project.as_ref().map(of_root);
        self.project_folders()
            .chain(of_root.into_iter().flatten())
            .chain(self.listed_in_project())
            .any(|path| path.symlink_metadata().is_ok())
    }

    /// What must be there, in the project, for one of its listed files to be there: the
    /// file, or the folder before a `*`.
    fn listed_in_project(&self) -> impl Iterator<Item = PathBuf> {
        let of_project = |(scope, path): &(Scope, PathBuf)| {
            let known = path
                .iter()
                .take_while(|part| !part.as_encoded_bytes().starts_with(b"*"));
            (*scope == Scope::Project).then(|| known.collect())
        };
        self.listed.iter().filter_map(of_project)
    }

    /// The project's settings folders, in rising precedence.
    pub(super) fn project_folders(&self) -> impl Iterator<Item = PathBuf> {
        let names = self.folders.iter();
        let folders = |root: &PathBuf| names.map(|name| root.join(name)).collect::<Vec<_>>();
        self.project.as_ref().map(folders).into_iter().flatten()
    }
}
