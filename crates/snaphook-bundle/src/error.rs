//! Why a bundle is not accepted, and why one cannot be kept.

use std::io;
use std::path::PathBuf;

/// Why an archive is not a bundle that counts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// A file cannot be read or written.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is not a whole gzip-compressed tar archive.
    #[error("not a gzip-compressed tar archive: {0}")]
    Archive(String),
    /// Something in it is larger than a bundle may be.
    #[error("the bundle is too large: {what} is limited to {limit}")]
    TooLarge {
        /// What is limited.
        what: &'static str,
        /// The limit, with its unit.
        limit: String,
    },
    /// A name in it leads elsewhere, or cannot be a file on every system.
    #[error("the bundle has an entry with the forbidden name `{}`: {reason}", .name.escape_debug())]
    Name {
        /// The name.
        name: String,
        /// Why it is forbidden.
        reason: &'static str,
    },
    /// It holds something else than files.
    #[error("the bundle has `{}`, which is {kind}; it may hold only plain files", .name.escape_debug())]
    EntryKind {
        /// The entry.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// Two entries have the same name, as some system sees it.
    #[error("the bundle has the file `{}` twice", .0.escape_debug())]
    Duplicate(String),
    /// Its manifest is missing or wrong.
    #[error("the bundle's `.manifest` is not valid: {0}")]
    Manifest(String),
    /// It is not signed.
    #[error("the bundle is not signed: it has no `.signatures.json`")]
    Unsigned,
    /// No signature in it is one of a trusted key.
    #[error("the signature of the bundle is not valid: {0}")]
    Signature(String),
    /// What was signed is not what is in it.
    #[error("the bundle is not what was signed: {0}")]
    Content(String),
    /// Its settings cannot be used.
    #[error("the settings in the bundle cannot be used: {0}")]
    Settings(String),
    /// A key cannot be read.
    #[error("{0}")]
    Key(String),
}

impl BundleError {
    pub(crate) fn file(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

/// Why a bundle is not taken into force.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It is not a bundle that counts.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// It is older than the one in force.
    #[error(
        "the bundle `{revision}` has the sequence number {sequence}, and {known} was in force \
        already: an older bundle is never taken again"
    )]
    Older {
        /// Its revision.
        revision: String,
        /// Its number.
        sequence: u64,
        /// The highest number that was in force.
        known: u64,
    },
    /// Another bundle has its number.
    #[error(
        "the bundle `{revision}` has the sequence number {sequence} of another bundle with other \
        content"
    )]
    SameSequence {
        /// Its revision.
        revision: String,
        /// The number of both.
        sequence: u64,
    },
    /// It expired before it was taken.
    #[error("the bundle `{revision}` expired at {at}")]
    Expired {
        /// Its revision.
        revision: String,
        /// When.
        at: String,
    },
    /// Its own tests fail.
    #[error("the tests of the bundle `{revision}` failed: {reason}")]
    Tests {
        /// Its revision.
        revision: String,
        /// What failed.
        reason: String,
    },
    /// The folder of the store cannot be used.
    #[error("{}: {source}", .path.display())]
    Store {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl StoreError {
    pub(crate) fn at(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Store {
            path: path.to_owned(),
            source,
        }
    }
}
