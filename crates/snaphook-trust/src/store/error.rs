//! Errors of a trust store, each with what to do about it.

use std::io;
use std::path::PathBuf;

/// Why a store cannot be read or written. Nothing is trusted then, and the file stays
/// as it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrustError {
    /// The operating system reports an error.
    #[error("failed to {what} {}: {source}; check the permissions and the space on the disk", .path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a store, or it is damaged.
    #[error("failed to read the trust store {}: {reason}; repair it, or move it away and trust \
        the hooks again", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A newer release has written it.
    #[error("{} was written by a newer snaphook (format version {version}): update snaphook, or \
        move the file away and trust the hooks again", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version it says.
        version: u64,
    },
    /// Another user could have written it.
    #[error("{} is not used, because {why}: {fix}", .path.display())]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Who could.
        why: String,
        /// What to do.
        fix: &'static str,
    },
    /// What a hook runs cannot be vouched for.
    #[error("the hook `{hook}` cannot be trusted: {}", .obstacles.join("; "))]
    Untrustable {
        /// The hook's name.
        hook: String,
        /// Why not.
        obstacles: Vec<String>,
    },
    /// The path of the project is not text, and the store holds only text.
    #[error("the path of the project {} is not in UTF-8: rename the folder", .project.display())]
    NotText {
        /// The project.
        project: PathBuf,
    },
}
