//! Reading the script files that a command line names, so that rules see what is
//! in them: small files inside the working directories, as their symlinks lead.

use std::fs;
use std::path::{Path, PathBuf};

use snaphook_rules::ScriptText;

use crate::links::follow_links;

/// Larger files are not read.
const MOST_BYTES: u64 = 64 * 1024;

/// The script files in these folders.
#[derive(Debug, Default)]
pub struct ScriptFolders(Vec<PathBuf>);

impl ScriptFolders {
    /// Reads scripts in these folders; the root folder (`/`) does not count.
    pub fn within<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Self {
        let folders = folders.into_iter();
        let folders = folders.filter_map(follow_links);
        Self(folders.filter(|folder| folder.parent().is_some()).collect())
    }
}

impl ScriptText for ScriptFolders {
    fn script(&self, path: &Path) -> Option<String> {
        let path = follow_links(path)?;
        if !self.0.iter().any(|folder| path.starts_with(folder)) {
            return None;
        }
        let about = fs::symlink_metadata(&path).ok()?;
        if !about.is_file() || about.len() > MOST_BYTES {
            return None;
        }
        let bytes = fs::read(&path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
