//! Where the log is.

use std::path::{Path, PathBuf};

use snaphook_settings::AuditLogSettings;

use crate::world;

/// Its name in the state folder.
const NAME: &str = "log.db";

/// Where the log is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In this file.
    At(PathBuf),
    /// There is no folder for it.
    Nowhere,
}

/// Where these settings want the log: relative to the state folder, or to the
/// home folder behind `~/`.
pub(crate) fn place(settings: &AuditLogSettings) -> Place {
    let name = settings.file.as_ref().map_or(NAME, |file| &file.value);
    let found = match name.strip_prefix("~/") {
        Some(rest) => std::env::home_dir().map(|home| home.join(rest)),
        None if Path::new(name).is_absolute() => Some(PathBuf::from(name)),
        None => world::state_dir().map(|folder| folder.join(name)),
    };
    found.map_or(Place::Nowhere, Place::At)
}
