//! Unix.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

/// What changes when a file is written to or replaced.
pub(crate) fn file_stamp(meta: &Metadata) -> [i128; 7] {
    [
        meta.dev().into(),
        meta.ino().into(),
        meta.size().into(),
        meta.mode().into(),
        i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec()),
        i128::from(meta.ctime()),
        i128::from(meta.ctime_nsec()),
    ]
}

/// Whether it can be executed; `None` where the system does not tell.
pub(crate) fn is_executable(meta: &Metadata) -> Option<bool> {
    Some(meta.mode() & 0o111 != 0)
}

pub(crate) fn make_link(target: &str, at: &Path) -> io::Result<()> {
    symlink(target, at)
}

/// Makes a new file one that nobody writes to.
pub(crate) fn write_mode(path: &Path, executable: bool) -> io::Result<()> {
    let mode = if executable { 0o555 } else { 0o444 };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Makes a folder one that nobody puts files into.
pub(crate) fn lock_up(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o555))
}

/// Makes a folder one that can be removed.
pub(crate) fn open_up(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

/// Ends Git, which ends its helpers when it is asked to.
#[cfg(feature = "fetch")]
pub(crate) fn end_child(child: &mut std::process::Child) {
    use rustix::process::{Pid, Signal, kill_process};
    use std::time::{Duration, Instant};

    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        // One that is over already is as good.
        let _ = kill_process(id, Signal::TERM);
    }
    let asked = Instant::now();
    while asked.elapsed() < Duration::from_secs(2) {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
}
