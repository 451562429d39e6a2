//! Finds the file of the log.

use std::path::{Path, PathBuf};

use snaphook_settings::AuditLogSettings;

use crate::world;

/// The name of the log in the state folder.
const NAME: &str = "log.db";

/// The place of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LogPlace {
    /// The log is in this file.
    At(PathBuf),
    /// There is no folder for a log.
    Nowhere,
}

/// Finds the place of the log in these settings: relative to the state folder, or after
/// `~/` to the home folder.
pub(crate) fn place(settings: &AuditLogSettings) -> LogPlace {
    let name = settings.file.as_ref().map_or(NAME, |file| &file.value);
    let found = match name.strip_prefix("~/") {
        Some(rest) => std::env::home_dir().map(|home| home.join(rest)),
        None if Path::new(name).is_absolute() => Some(PathBuf::from(name)),
        None => world::state_dir().map(|folder| folder.join(name)),
    };
    found.map_or(LogPlace::Nowhere, LogPlace::At)
}
