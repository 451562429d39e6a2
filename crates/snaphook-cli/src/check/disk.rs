//! The real file system, for the lints.

use std::path::Path;

use snaphook_settings::{Files, Found};

pub(super) struct Disk;

impl Files for Disk {
    fn look(&self, path: &Path) -> Found {
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => Found::Folder,
            Ok(data) => Found::File {
                executable: executable(&data),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Found::Missing,
            Err(_) => Found::Unknown,
        }
    }
}

#[cfg(unix)]
fn executable(data: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

/// Where files have no such mode, a script is as good as any other.
#[cfg(not(unix))]
fn executable(_: &std::fs::Metadata) -> bool {
    true
}
