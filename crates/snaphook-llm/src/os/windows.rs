//! Windows.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

/// Opens a link itself, not what it leads to.
const OPEN_REPARSE_POINT: u32 = 0x0020_0000;

/// Opens a file by its real path. A link that somebody put in the last place
/// meanwhile is an error.
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
