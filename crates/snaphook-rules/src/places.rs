//! Where path rules start from, and how symlinks are resolved.

use std::path::{Path, PathBuf};

use crate::ScriptText;

/// Resolves symlinks. The library reads no files itself.
pub trait RealPath: Sync {
    /// The path with every symlink in it resolved, as far as the path exists:
    /// for a file that is yet to be written, the real path of its folder with
    /// the name added. `None` where there is nothing to resolve. Links that lead
    /// elsewhere for every process ([`process_link`](crate::process_link)) are
    /// those of the tool; the path ends with one of which nobody knows where it
    /// leads.
    fn real_path(&self, path: &Path) -> Option<PathBuf>;

    /// What a folder holds, so that globs can be followed to links. `None` where
    /// that cannot be known: then globs are taken as they are written.
    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let _ = folder;
        None
    }

    /// What could make a read-only command of git in this folder run a program that
    /// somebody wrote into the repository: a setting (`core.fsmonitor`), a hook.
    /// `None` where nothing does; a text for people otherwise, also where that
    /// cannot be known.
    fn git_runs(&self, folder: &Path) -> Option<String> {
        let _ = folder;
        Some("the settings of the repository are not known".to_owned())
    }

    /// The repository of git that a folder belongs to; `None` where that cannot be
    /// known.
    fn repository(&self, folder: &Path) -> Option<Repository> {
        let _ = folder;
        None
    }
}

/// A repository of git.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The folder that holds its files.
    pub root: PathBuf,
    /// The files that it tracks, below `root`; `None` where that cannot be known.
    pub tracked: Option<Vec<String>>,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    /// The name.
    pub name: String,
    /// Whether it is a symlink.
    pub is_link: bool,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Takes every path as it is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLinks;

impl RealPath for NoLinks {
    fn real_path(&self, _path: &Path) -> Option<PathBuf> {
        None
    }
}

impl<F: Fn(&Path) -> Option<PathBuf> + Sync> RealPath for F {
    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        self(path)
    }
}

/// The folders that path patterns start from, and how files are looked at.
#[derive(Clone, Copy)]
pub struct PathRoots<'a> {
    /// For patterns such as `src/**`.
    pub cwd: &'a Path,
    /// For `~/notes/**`.
    pub home: Option<&'a Path>,
    /// For `/src/**`: the folder that holds the settings folder.
    pub settings_base: Option<&'a Path>,
    /// Resolves symlinks.
    pub real_path: &'a dyn RealPath,
    /// Reads the script files that command lines name; without, they are not
    /// looked into.
    pub scripts: Option<&'a dyn ScriptText>,
}

impl<'a> PathRoots<'a> {
    /// Only a working directory; no home, no settings, no symlinks, no scripts.
    pub fn at(cwd: &'a Path) -> Self {
        PathRoots {
            cwd,
            home: None,
            settings_base: None,
            real_path: &NoLinks,
            scripts: None,
        }
    }
}

impl std::fmt::Debug for PathRoots<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Places")
            .field("cwd", &self.cwd)
            .field("home", &self.home)
            .field("settings_base", &self.settings_base)
            .finish_non_exhaustive()
    }
}
