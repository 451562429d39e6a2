//! Why a file was not changed. Whatever it is, the file is as it was.

use std::io;
use std::path::PathBuf;

use crate::finding::Location;
use crate::load::LoadError;

/// Why an edit was not made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The file cannot be read, or is not what settings are.
    #[error("{0}; it was not changed: correct it first")]
    Unusable(#[from] LoadError),
    /// It is YAML, whose comments and anchors only a person can keep.
    #[error("{}: snaphook changes only settings in JSON, and this is YAML; make the change by \
        hand", .0.display())]
    Yaml(PathBuf),
    /// Something else is where the change belongs.
    #[error(
        "{location}: `{key}` must be {expected}, not {found}; nothing was changed: correct it first"
    )]
    WrongType {
        /// Where.
        location: Location,
        /// The keys that lead there: `permissions.allow`.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A key on the way to the change is duplicated.
    #[error("{location}: duplicate key `{key}`; nothing was changed: remove one of them")]
    RepeatedKey {
        /// The second one.
        location: Location,
        /// The key.
        key: String,
    },
    /// The hook is not there any more, or is there several times.
    #[error("{}: the hook was changed in the file meanwhile; nothing was written: check it \
        again", .0.display())]
    HookChanged(PathBuf),
    /// Others did not let go of the lock.
    #[error("{}: another process keeps the folder locked; nothing was changed: end it, or try \
        again", .folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The system did not let it.
    #[error("failed to {what} {}: {source}; nothing was changed: check the permissions and the \
        space on the disk", .path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
