//! Windows.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Folders cannot be locked here: a hidden file in them can.
const LOCK_FILE: &str = ".snaphook.lock";
const HIDDEN: u32 = 0x2;

/// Opens a link itself, not what it leads to.
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// What stands for a folder when it is locked.
pub(crate) fn open_to_lock(folder: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .attributes(HIDDEN)
        .open(folder.join(LOCK_FILE))
}

/// A folder with an open file in it cannot be replaced.
pub(crate) fn is_still(_opened: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// A file gets what its folder hands down.
pub(crate) fn usual_permissions() -> Option<Permissions> {
    None
}

/// The new file gets what its folder hands down, as the old one did; it can be
/// written, or the old one could not have been replaced.
pub(crate) fn make_alike(_new: &File, _old: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The file system keeps a journal of renames.
pub(crate) fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens a file that is not a symlink.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(OPEN_REPARSE_POINT)
        .open(path)?;
    if file.metadata()?.file_type().is_symlink() {
        return Err(io::Error::other("it is a link"));
    }
    Ok(file)
}

/// Opens a file that is not a symlink. Windows cannot refuse links among the folders
/// of its path.
pub(crate) fn open_real(path: &Path) -> io::Result<File> {
    open_to_read(path)
}

/// Without the `\\?\` that the system puts before a real path: no shell opens
/// such a one, and nothing can be put behind it with a `/`.
pub(crate) fn canonical(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}
