//! Gives the lints access to the real file system.

use std::path::Path;

use snaphook_settings::{Files, FoundPath};

use crate::os;

/// Longer scripts are not read.
const LONGEST_SCRIPT: u64 = 1024 * 1024;

pub(super) struct Disk;

impl Files for Disk {
    fn look(&self, path: &Path) -> FoundPath {
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => FoundPath::Folder,
            Ok(data) => FoundPath::File {
                executable: os::can_be_started(&data),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => FoundPath::Missing,
            Err(_) => FoundPath::Unknown,
        }
    }

    fn text(&self, path: &Path) -> Option<String> {
        let file = std::fs::metadata(path).ok()?;
        if !file.is_file() || file.len() > LONGEST_SCRIPT {
            return None;
        }
        let bytes = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn sh(&self) -> Option<String> {
        os::name_of_sh()
    }
}
