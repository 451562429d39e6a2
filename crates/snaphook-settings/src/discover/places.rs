//! Where to look for settings.

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use crate::folders::SETTINGS_FOLDERS;

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
    /// The names of settings files that stand in the project's root itself.
    pub root_files: &'static [&'static str],
    /// Whether there are settings for this machine only (`settings.local.json`).
    pub local: bool,
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
            local: true,
        }
    }
}

impl Places {
    /// The usual places: below a system folder (`/etc`), a home, and the
    /// folder for configuration (`~/.config` unless it is named).
    #[must_use]
    pub fn usual(system: &Path, home: &Path, config: Option<&Path>) -> Self {
        let claude = home.join(".claude");
        let config = config.map_or_else(|| home.join(".config"), Path::to_owned);
        let snaphook = config.join("snaphook");
        Self {
            plugin_homes: vec![claude.join("plugins"), snaphook.join("plugins")],
            user: vec![claude, snaphook],
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

    /// The same with a project.
    #[must_use]
    pub fn project(mut self, root: impl Into<PathBuf>) -> Self {
        self.project = Some(root.into());
        self
    }

    /// The same with a plugin, by its folder.
    #[must_use]
    pub fn plugin(mut self, root: impl Into<PathBuf>) -> Self {
        self.plugins.push(root.into());
        self
    }

    /// The file into which a change of this scope's settings is written: the one
    /// that is there, in the folder of the highest precedence; else one in a
    /// folder that is there, else in the usual folder. Nothing for a scope that
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
            .any(|path| path.symlink_metadata().is_ok())
    }

    /// The project's settings folders, in rising precedence.
    pub(super) fn project_folders(&self) -> impl Iterator<Item = PathBuf> {
        let names = self.folders.iter();
        let folders = |root: &PathBuf| names.map(|name| root.join(name)).collect::<Vec<_>>();
        self.project.as_ref().map(folders).into_iter().flatten()
    }
}
