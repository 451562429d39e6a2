//! A settings file whose earlier content stays in force after a reload.

use std::path::PathBuf;

use snaphook_settings::HeldContent;

/// A file of which not what it holds counts, but what it held before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptFile {
    pub(crate) path: PathBuf,
    /// What it holds.
    pub(crate) on_disk: HeldContent,
    /// What counts.
    pub(crate) in_force: HeldContent,
    pub(crate) because: KeepReason,
}

/// Why what a file held before counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeepReason {
    /// It cannot be loaded: why not.
    Broken(String),
    /// A hook refused the change.
    Blocked,
}
