//! Putting a whole new file in the old one's place.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::Path;

use crate::os;
use crate::paths::folder_of;

/// Who may read and write the new file.
#[derive(Debug, Clone, Copy)]
pub enum Access<'a> {
    /// Its owner only.
    Private,
    /// Everybody whom the operating system lets by default.
    Usual,
    /// As the file that it replaces.
    Like(&'a Metadata),
}

/// Writes a new file beside the old one, makes it last, and renames it into its
/// place. The caller holds a lock: what another writer left behind when it
/// crashed is removed.
///
/// # Errors
/// When the system does not let it; then the old file is as it was.
pub fn replace(path: &Path, bytes: &[u8], access: Access<'_>) -> io::Result<()> {
    let folder = folder_of(path);
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    remove_leftovers(folder, &prefix.to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    if let (Access::Usual, Some(usual)) = (access, os::usual_permissions()) {
        builder.permissions(usual);
    }
    // Unless something else is said, only the owner may read it.
    let mut new = builder.tempfile_in(folder)?;
    new.write_all(bytes)?;
    if let Access::Like(old) = access {
        os::make_alike(new.as_file(), old)?;
    }
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    os::sync_folder(folder)
}

/// The lock excludes other writers, so a file that exists was left by a crash.
fn remove_leftovers(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(prefix) && name.ends_with(".tmp") {
            // One that stays does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}
