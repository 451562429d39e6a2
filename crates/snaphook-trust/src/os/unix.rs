//! Unix.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::geteuid;

/// Longer than the coarsest clock of a file system: two changes within this
/// time may leave the same stamp.
const TICK: i64 = 3;

/// What changes when a file's content does: a program can set back the time
/// of the last write, but not that of the last change of the inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ContentStamp {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl ContentStamp {
    pub(crate) fn of(meta: &Metadata) -> Self {
        Self {
            device: meta.dev(),
            inode: meta.ino(),
            size: meta.size(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        }
    }

    /// Whether both are of one file or folder, whatever happened to it.
    pub(crate) fn same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// Whether the last change is so long before `now` that another one would
    /// leave another stamp.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        now.duration_since(UNIX_EPOCH)
            .ok()
            .and_then(|since| i64::try_from(since.as_secs()).ok())
            .is_some_and(|now| self.changed.0.saturating_add(TICK) < now)
    }
}

/// Opens the file that writers lock, and makes it if need be.
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
}

/// Makes a folder and those above it, for their owner only.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

/// Whether the file may be started; every system with modes knows.
pub(crate) fn is_executable(meta: &Metadata) -> Option<bool> {
    Some(meta.mode() & 0o111 != 0)
}

/// Writes a new file that its owner may read, and start, but not write.
pub(crate) fn write_sealed(path: &Path, bytes: &[u8], executable: bool) -> io::Result<()> {
    let mode = if executable { 0o500 } else { 0o400 };
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(path)?;
    file.write_all(bytes)
}

/// Makes a folder read-only.
pub(crate) fn seal_folder(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o500))
}

/// Lets its owner remove what is in a folder.
pub(crate) fn unseal_folder(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(0o700))
}

/// Whether files in a folder may be started: not where it is mounted without.
pub(crate) fn starts_files(folder: &Path) -> bool {
    let flags = rustix::fs::statvfs(folder).map(|system| system.f_flag);
    flags.is_ok_and(|flags| !flags.contains(rustix::fs::StatVfsMountFlags::NOEXEC))
}

/// A path as it is in single quotes of a shell's text, and in an argument
/// in which placeholders are replaced.
pub(crate) fn spelled(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    let plain = |c: char| c != '\'' && c != '$' && !c.is_control();
    text.chars().all(plain).then(|| text.to_owned())
}

/// Why somebody else may write the file, and what to do about it.
pub(crate) fn exposed_file(meta: &Metadata) -> Option<(String, &'static str)> {
    let mode = meta.mode() & 0o7777;
    if mode & 0o022 != 0 {
        let why = format!("other users can write to it (its mode is {mode:o})");
        return Some((why, "check its content, then `chmod 600` it"));
    }
    foreign("it", meta)
}

/// Why somebody else may put another file in its place. A group is let pass:
/// on many systems everybody has one of their own.
pub(crate) fn exposed_folder(meta: &Metadata) -> Option<(String, &'static str)> {
    let mode = meta.mode() & 0o7777;
    if mode & 0o002 != 0 && mode & 0o1000 == 0 {
        let why = format!("every user can write to its folder (whose mode is {mode:o})");
        return Some((why, "check its content, then `chmod 700` the folder"));
    }
    foreign("its folder", meta)
}

/// What root owns is as good as one's own.
fn foreign(what: &str, meta: &Metadata) -> Option<(String, &'static str)> {
    let (owner, me) = (meta.uid(), geteuid().as_raw());
    (owner != me && owner != 0).then(|| {
        let why = format!("{what} belongs to user {owner}, not to user {me}");
        let fix = "run as that user, or check its content and make it your own with `chown`";
        (why, fix)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_stamp_is_settled_once_its_file_is_old() {
        let stamp = ContentStamp {
            device: 1,
            inode: 1,
            size: 1,
            modified: (0, 0),
            changed: (1000, 5),
        };
        let at = |second| UNIX_EPOCH + Duration::from_secs(second);
        assert!(stamp.is_settled(at(1004)));
        assert!(!stamp.is_settled(at(1003)));
        assert!(!stamp.is_settled(at(900)));
    }
}
