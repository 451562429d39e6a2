//! The names of the files in a store, and how each is read and replaced.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_files::{Access, FolderLock, replace};

use super::fetch_state::FetchState;
use super::slot::{BundleSlot, StoredBundle};
use crate::error::StoreError;

const LOCK_PATIENCE: Duration = Duration::from_secs(20);

/// The folder in which a machine keeps its bundles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleStore {
    folder: PathBuf,
}

impl BundleStore {
    /// A store in this folder, which is made when something is kept.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether this program may keep bundles in it.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        fs::create_dir_all(self.bundles()).is_ok() && tempfile::tempfile_in(&self.folder).is_ok()
    }

    pub(crate) fn pointer(&self, slot: BundleSlot) -> PathBuf {
        self.folder.join(slot.file_name())
    }

    pub(crate) fn bundles(&self) -> PathBuf {
        self.folder.join("bundles")
    }

    pub(crate) fn archive(&self, digest: &str) -> PathBuf {
        self.bundles().join(format!("{digest}.tar.gz"))
    }

    /// The folder with the files of a bundle.
    pub(crate) fn unpacked(&self, digest: &str) -> PathBuf {
        self.bundles().join(digest)
    }

    fn fetch_file(&self) -> PathBuf {
        self.folder.join("fetch.json")
    }

    /// The bundle in a place.
    ///
    /// # Errors
    /// When what is there cannot be read.
    pub fn stored(&self, slot: BundleSlot) -> Result<Option<StoredBundle>, StoreError> {
        let path = self.pointer(slot);
        match fs::read(&path) {
            Ok(bytes) => StoredBundle::read(&bytes)
                .map(Some)
                .map_err(|reason| StoreError::at(&path)(io::Error::other(reason))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::at(&path)(error)),
        }
    }

    /// What is known of the server. Nothing, where it cannot be read: then nobody knows
    /// how old the bundle is.
    pub(crate) fn fetch_state(&self) -> FetchState {
        let bytes = fs::read(self.fetch_file()).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Changes what is known of the server, while nobody else does.
    pub(crate) fn update_fetch_state(
        &self,
        change: impl FnOnce(&mut FetchState),
    ) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        let mut state = self.fetch_state();
        change(&mut state);
        self.write(&self.fetch_file(), &state)
    }

    /// Locks the store; makes it first. Others may read what is in it: settings of an
    /// organisation are no secret on its machines. But whoever can read a folder can lock
    /// it, and hold back every newer policy, so the lock has a folder of its own.
    pub(crate) fn lock(&self) -> Result<FolderLock, StoreError> {
        let folder = self.folder.join("lock");
        let failed = |error| StoreError::at(&folder)(error);
        fs::create_dir_all(self.bundles()).map_err(failed)?;
        make_private(&folder).map_err(failed)?;
        FolderLock::wait(&folder, LOCK_PATIENCE).map_err(failed)
    }

    /// Replaces a file; the caller holds the lock.
    pub(crate) fn write(
        &self,
        path: &Path,
        value: &impl serde::Serialize,
    ) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec_pretty(value)
            .map_err(|error| StoreError::at(path)(io::Error::other(error)))?;
        replace(path, &bytes, Access::Usual).map_err(StoreError::at(path))
    }
}

/// Makes a folder that only its owner can open.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    match builder.create(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}
