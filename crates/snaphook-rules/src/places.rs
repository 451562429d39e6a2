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
pub struct Places<'a> {
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

impl<'a> Places<'a> {
    /// Only a working directory; no home, no settings, no symlinks, no scripts.
    pub fn at(cwd: &'a Path) -> Self {
        Places {
            cwd,
            home: None,
            settings_base: None,
            real_path: &NoLinks,
            scripts: None,
        }
    }
}

impl std::fmt::Debug for Places<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Places")
            .field("cwd", &self.cwd)
            .field("home", &self.home)
            .field("settings_base", &self.settings_base)
            .finish_non_exhaustive()
    }
}
