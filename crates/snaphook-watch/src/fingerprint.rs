//! Tells whether a file is what it was, without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

/// What changes when a file is written or replaced. Its permissions are no
/// part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    size: u64,
    modified: Option<SystemTime>,
    place: (u64, u64),
}

impl Fingerprint {
    pub(crate) fn of(meta: &Metadata) -> Self {
        Self {
            size: meta.len(),
            modified: meta.modified().ok(),
            place: place(meta),
        }
    }
}

/// Which folder this is, to tell it from another of the same name.
pub(crate) fn identity(folder: &Path) -> Option<(u64, u64)> {
    let meta = std::fs::metadata(folder).ok()?;
    meta.is_dir().then(|| place(&meta))
}

/// The device and the number of the file on it.
#[cfg(unix)]
fn place(meta: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

/// Elsewhere a file that was replaced has another time.
#[cfg(not(unix))]
fn place(_: &Metadata) -> (u64, u64) {
    (0, 0)
}
