//! Where a file really is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::os;
use crate::walker::Walker;

/// The folder of a file; a bare name is in the current one.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The path without symlinks, as a shell and a person write it.
///
/// # Errors
/// When there is nothing, or a folder on the way cannot be looked at.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    os::canonical(path)
}

/// The file itself, where the path is a symlink that somebody made: also where
/// the link leads to a file that is not there yet.
///
/// # Errors
/// When links lead in a circle, or a folder on the way cannot be looked at.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    match canonical(path) {
        Err(error) if is_missing(&error) => {}
        known => return known,
    }
    let mut walker = Walker::new(&std::path::absolute(path)?);
    while let Some(entry) = walker.next_entry() {
        match fs::read_link(&entry) {
            Ok(target) => walker.follow(&target)?,
            Err(_) => walker.enter(entry),
        }
    }
    Ok(walker.into_path())
}

/// Whether an error says that the file does not exist.
#[must_use]
pub fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
