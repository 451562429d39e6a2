//! Why a pack cannot be fetched.

use std::io;
use std::path::PathBuf;

use crate::manifest::ManifestError;
use crate::source::SourceError;
use crate::store::StoreError;
use crate::tree::TreeError;

/// Why a pack cannot be fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The source cannot be used.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The tree is refused.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The manifest is refused.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Git is not there.
    #[error("failed to start `git`: {0}")]
    NoGit(io::Error),
    /// Git failed.
    #[error("`git {step}` failed: {message}")]
    Git {
        /// What it was to do.
        step: &'static str,
        /// What it said.
        message: String,
    },
    /// Git took too long, or too much room.
    #[error("`git {step}` was ended: {why}")]
    GitLimit {
        /// What it was to do.
        step: &'static str,
        /// Which limit.
        why: &'static str,
    },
    /// The repository has no such revision.
    #[error("the repository has no tag, branch or commit `{0}`")]
    NoRev(String),
    /// A tag and a branch have this name.
    #[error("`{0}` is a tag and a branch; write `refs/tags/{0}` or `refs/heads/{0}`")]
    AmbiguousRev(String),
    /// The folder after `#` is not there.
    #[error("there is no folder `{0}` in it")]
    NoFolder(String),
    /// A submodule.
    #[error("`{0}` is a submodule: code of another repository, which no digest covers")]
    Submodule(String),
    /// A name in a tree that is not text.
    #[error("a file name is not in UTF-8: `{0}`")]
    Name(String),
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The archive cannot be read.
    #[error("the archive cannot be read: {0}")]
    Archive(String),
    /// The archive is another one.
    #[error("the archive has the digest {found}, not {wanted}")]
    ArchiveDigest {
        /// What was asked for.
        wanted: String,
        /// What came.
        found: String,
    },
    /// The archive is too large.
    #[error("the archive has more than {0} bytes")]
    LargeArchive(u64),
    /// The archive cannot be downloaded.
    #[error("failed to download {url}: {message}")]
    Download {
        /// The address.
        url: String,
        /// Why.
        message: String,
    },
}
