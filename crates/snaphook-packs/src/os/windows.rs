//! Windows.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// What changes when a file is written to or replaced.
pub(crate) fn file_stamp(meta: &Metadata) -> [i128; 7] {
    let since = |time: io::Result<std::time::SystemTime>| {
        let since = time
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        since.map_or(0, |since| {
            i128::try_from(since.as_nanos()).unwrap_or_default()
        })
    };
    [
        meta.len().into(),
        since(meta.modified()),
        since(meta.created()),
        0,
        0,
        0,
        0,
    ]
}

/// The system has no such mode.
pub(crate) fn is_executable(_meta: &Metadata) -> Option<bool> {
    None
}

/// Most users may not make links here.
pub(crate) fn make_link(_target: &str, _at: &Path) -> io::Result<()> {
    Err(io::Error::other(
        "packs with symlinks do not work on Windows",
    ))
}

pub(crate) fn write_mode(path: &Path, _executable: bool) -> io::Result<()> {
    set_read_only(path, true)
}

/// Folders have no such mode here.
pub(crate) fn lock_up(_folder: &Path) -> io::Result<()> {
    Ok(())
}

pub(crate) fn open_up(path: &Path) -> io::Result<()> {
    set_read_only(path, false)
}

fn set_read_only(path: &Path, read_only: bool) -> io::Result<()> {
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_readonly(read_only);
    fs::set_permissions(path, permissions)
}

#[cfg(feature = "fetch")]
pub(crate) fn end_child(child: &mut std::process::Child) {
    let _ = child.kill();
}
