//! What was trusted, by its digest: to show later how a script differs from it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Digest;
use crate::os;
use crate::scripts::read_whole;

/// Larger files are not kept.
const LARGEST: u64 = 1024 * 1024;

/// A folder with a file for each content.
#[derive(Debug)]
pub(crate) struct TextStore {
    folder: PathBuf,
}

impl TextStore {
    /// Beside the store of trust.
    pub(crate) fn beside(store: &Path) -> Self {
        let folder = snaphook_files::folder_of(store);
        Self {
            folder: folder.join("scripts").join("texts"),
        }
    }

    /// Keeps a file of the project, if it still is what was trusted. It is only
    /// for comparing: what cannot be kept is not shown later.
    pub(crate) fn keep(&self, sha256: Digest, file: &Path) {
        let path = self.folder.join(sha256.to_string());
        if self.get(sha256).is_some() {
            return;
        }
        let Ok(bytes) = read_whole(file, LARGEST) else {
            return;
        };
        if Digest::of(&bytes) != sha256 || os::make_folder(&self.folder).is_err() {
            return;
        }
        let new = self
            .folder
            .join(format!(".{sha256}-{}", std::process::id()));
        let _ = fs::remove_file(&new);
        let written = os::write_sealed(&new, &bytes, false).and_then(|()| fs::rename(&new, &path));
        if written.is_err() {
            let _ = fs::remove_file(&new);
        }
    }

    /// What was kept under a digest, if it still has that.
    pub(crate) fn get(&self, sha256: Digest) -> Option<Vec<u8>> {
        let bytes = read_whole(&self.folder.join(sha256.to_string()), LARGEST).ok()?;
        (Digest::of(&bytes) == sha256).then_some(bytes)
    }

    /// Removes all but these.
    pub(crate) fn retain(&self, kept: &BTreeSet<String>) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if !kept.contains(&*entry.file_name().to_string_lossy()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
