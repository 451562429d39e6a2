//! Opening a file to read it that somebody may have replaced since it was
//! looked at: by a link that leads elsewhere, or by a FIFO that makes the reader wait.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::os;

/// Opens a file to read it. A symlink in the last place is an error, and neither
/// a FIFO nor a device makes it wait: whether it is a plain file is for the
/// caller to look at, in the metadata of what was opened.
///
/// # Errors
/// When it cannot be opened, or is a symlink.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    os::open_to_read(path)
}

/// As [`open_to_read`], by the file's real path: on Linux, a symlink anywhere in
/// the path is an error.
///
/// # Errors
/// When it cannot be opened, or there is a symlink.
pub fn open_real(path: &Path) -> io::Result<File> {
    os::open_real(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join("real")).unwrap();
        fs::write(root.join("real/file"), "x").unwrap();
        symlink("real", root.join("way")).unwrap();
        symlink("file", root.join("real/link")).unwrap();
        for open in [open_to_read, open_real] {
            open(&root.join("real/file")).unwrap();
            open(&root.join("real/link")).unwrap_err();
        }
        open_to_read(&root.join("way/file")).unwrap();
        if cfg!(target_os = "linux") {
            open_real(&root.join("way/file")).unwrap_err();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_fifo_that_nobody_writes_does_not_make_it_wait() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().canonicalize().unwrap().join("fifo");
        mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR, 0).unwrap();
        for open in [open_to_read, open_real] {
            assert!(!open(&fifo).unwrap().metadata().unwrap().is_file());
        }
    }
}
