//! Windows. Who may write a file is not looked at: the state folder is in the
//! user's profile, which the system keeps others out of.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::windows::fs::MetadataExt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Times are in steps of 100 ns since 1601.
const STEPS_IN_SECOND: u64 = 10_000_000;
const FROM_1601_TO_1970: u64 = 11_644_473_600;

/// Longer than the coarsest clock of a file system.
const TICK: u64 = 3;

/// What changes when a file's content does. A program can set back the time of
/// the last write here: the content is what is trusted in the end, this only
/// says when to read it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ContentStamp {
    size: u64,
    written: u64,
    created: u64,
}

impl ContentStamp {
    pub(crate) fn of(meta: &Metadata) -> Self {
        Self {
            size: meta.file_size(),
            written: meta.last_write_time(),
            created: meta.creation_time(),
        }
    }

    /// Whether both are of one file or folder, whatever happened to it.
    pub(crate) fn same_file(&self, other: &Self) -> bool {
        self.created == other.created
    }

    /// Whether the last write is so long before `now` that another one would
    /// leave another stamp.
    pub(crate) fn is_settled(&self, now: SystemTime) -> bool {
        let written = (self.written / STEPS_IN_SECOND).saturating_sub(FROM_1601_TO_1970);
        now.duration_since(UNIX_EPOCH)
            .is_ok_and(|now| written.saturating_add(TICK) < now.as_secs())
    }
}

/// Opens the file that writers lock, and makes it if need be.
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Makes a folder and those above it.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Files have no such mode here.
pub(crate) fn is_executable(_: &Metadata) -> Option<bool> {
    None
}

/// Writes a new file that is only for reading.
pub(crate) fn write_sealed(path: &Path, bytes: &[u8], _: bool) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)
}

/// Folders are not sealed: verifying finds what was added.
pub(crate) fn seal_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Lets the files in a folder be removed.
pub(crate) fn unseal_folder(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let mut permissions = entry.metadata()?.permissions();
        // There are no others whom this would let write it.
        #[expect(clippy::permissions_set_readonly_false)]
        permissions.set_readonly(false);
        fs::set_permissions(entry.path(), permissions)?;
    }
    Ok(())
}

/// Files are started wherever they are.
pub(crate) fn starts_files(_: &Path) -> bool {
    true
}

/// A path as a shell and programs read it: with slashes.
pub(crate) fn spelled(path: &Path) -> Option<String> {
    let text = path.to_str()?.replace('\\', "/");
    let plain = |c: char| c != '\'' && c != '$' && !c.is_control();
    text.chars().all(plain).then_some(text)
}

/// Not looked at.
pub(crate) fn exposed_file(_: &Metadata) -> Option<(String, &'static str)> {
    None
}

/// Not looked at.
pub(crate) fn exposed_folder(_: &Metadata) -> Option<(String, &'static str)> {
    None
}
