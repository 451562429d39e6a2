//! What can go wrong in the store.

use std::io;
use std::path::PathBuf;

use crate::tree::{TreeDigest, TreeError};

/// Why a tree of the store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The tree is not in the store.
    #[error("the content {digest} is not in the store {}", .store.display())]
    Missing {
        /// The tree.
        digest: TreeDigest,
        /// The folder of the store.
        store: PathBuf,
    },
    /// A file of it is not what the lock says.
    #[error("{}: {why}", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is different.
        why: &'static str,
    },
    /// The tree is refused.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl StoreError {
    pub(super) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
