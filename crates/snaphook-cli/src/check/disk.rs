//! The real file system, for the lints.

use std::path::Path;

use snaphook_settings::{Files, Found};

use crate::os;

pub(super) struct Disk;

impl Files for Disk {
    fn look(&self, path: &Path) -> Found {
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => Found::Folder,
            Ok(data) => Found::File {
                executable: os::can_be_started(&data),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Found::Missing,
            Err(_) => Found::Unknown,
        }
    }
}
