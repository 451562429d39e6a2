//! Unix: a mode says which files can be started.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Lets a script be started by those who may read it.
pub(crate) fn make_executable(script: &Path) -> io::Result<()> {
    let mut mode = fs::metadata(script)?.permissions();
    mode.set_mode(mode.mode() | (mode.mode() & 0o444) >> 2);
    fs::set_permissions(script, mode)
}

/// Whether somebody may start a file.
pub(crate) fn is_executable(file: &Metadata) -> bool {
    file.is_file() && file.permissions().mode() & 0o111 != 0
}
