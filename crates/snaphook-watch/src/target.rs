//! What is watched, and what is reported about it.

use std::path::{Path, PathBuf};

/// Something to watch. It need not be there yet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WatchTarget {
    /// One file. A folder of that name is there, or not.
    File(PathBuf),
    /// The names in a folder, not the content of its files.
    Names(PathBuf),
    /// One file; where it is a folder, every file below it. Links to folders
    /// are not followed, and folders named `.git` are left out.
    Tree(PathBuf),
}

impl WatchTarget {
    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Names(path) | Self::Tree(path) => path,
        }
    }

    /// Whether changes of this path are reported.
    #[must_use]
    pub fn covers(&self, path: &Path) -> bool {
        match self {
            Self::File(own) => own == path,
            Self::Names(own) => own == path || path.parent() == Some(own),
            Self::Tree(own) => path.starts_with(own),
        }
    }
}

/// A file that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedChange {
    /// The file, by the name that its target has.
    pub path: PathBuf,
    /// What happened to it.
    pub kind: ChangeKind,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is there, and was not.
    Add,
    /// It holds something else, or is another file of the same name.
    Change,
    /// It is gone.
    Unlink,
}

impl ChangeKind {
    /// The word of the protocol: `add`, `change`, `unlink`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Change => "change",
            Self::Unlink => "unlink",
        }
    }
}

/// Why a target is not watched completely, or by polling only.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WatchProblem {
    /// There are more files than may be watched.
    #[error(
        "{}: more than {limit} files and folders; the rest is not watched: watch fewer, or a smaller folder",
        .path.display()
    )]
    TooMany {
        /// The target that was one too many.
        path: PathBuf,
        /// How many may be watched.
        limit: usize,
    },
    /// The operating system watches no more: everything is looked at again and
    /// again instead.
    #[error("{reason}; files are checked every {seconds} seconds instead")]
    Polling {
        /// What the operating system says, and what to do about it.
        reason: String,
        /// How often.
        seconds: u64,
    },
    /// A folder cannot be watched.
    #[error("{}: cannot be watched: {reason}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
}
