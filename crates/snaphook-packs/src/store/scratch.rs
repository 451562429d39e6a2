//! Folders for work in progress. Each is locked by its process while that lives; those of
//! processes that are gone are removed by the next one that works in the store.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_files::FolderLock;

use super::write::remove_tree;

const PREFIX: &str = ".new-";

/// A folder that is removed with everything in it when it is dropped.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    path: PathBuf,
    _lock: FolderLock,
}

impl ScratchFolder {
    /// Makes one in the store.
    pub(crate) fn new(store: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(store)?;
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(store)?;
        let lock = FolderLock::wait(folder.path(), Duration::from_secs(5))?;
        Ok(Self {
            path: folder.keep(),
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // What stays is removed by the next process that works in the store.
        let _ = remove_tree(&self.path);
    }
}

/// Removes the folders of processes that are gone.
pub(super) fn remove_leftovers(store: &Path) {
    for entry in std::fs::read_dir(store).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_ours && let Ok(lock) = FolderLock::wait(&path, Duration::ZERO) {
            let _ = remove_tree(&path);
            drop(lock);
        }
    }
}
