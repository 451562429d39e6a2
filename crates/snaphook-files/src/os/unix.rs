//! Unix.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};

use crate::paths::is_missing;

const TO_READ: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// What stands for a folder when it is locked: its own inode.
pub(crate) fn open_to_lock(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Whether a file or folder that was opened is what the path leads to now.
pub(crate) fn is_still(opened: &File, path: &Path) -> io::Result<bool> {
    let opened = opened.metadata()?;
    match fs::metadata(path) {
        Ok(now) => Ok((opened.dev(), opened.ino()) == (now.dev(), now.ino())),
        Err(error) if is_missing(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// What the umask leaves of it.
pub(crate) fn usual_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

/// Gives a new file the owner and the mode of an old one.
pub(crate) fn make_alike(new: &File, old: &Metadata) -> io::Result<()> {
    let own = new.metadata()?;
    if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
        // Only root may give files away, and only members a group. A file that
        // somebody else may change becomes theirs by that.
        let _ = fchown(new, Some(old.uid()), Some(old.gid()))
            .or_else(|_| fchown(new, None, Some(old.gid())));
    }
    // After the owner: changing that clears bits of the mode.
    new.set_permissions(old.permissions())
}

/// Makes a rename in the folder last.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Opens a file that is not a symlink, without waiting for a writer of a FIFO.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    Ok(File::from(rustix::fs::open(path, TO_READ, Mode::empty())?))
}

/// Opens a file that is not a symlink; on Linux, no folder of its path may be one
/// either.
pub(crate) fn open_real(path: &Path) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, ResolveFlags, openat2};
        use rustix::io::Errno;

        match openat2(CWD, path, TO_READ, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            // An old kernel, or a sandbox that does not know the call.
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return Ok(File::from(opened?)),
        }
    }
    open_to_read(path)
}

/// As the system says it.
pub(crate) fn canonical(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}
