//! What can go wrong with the store of approvals.

use std::path::{Path, PathBuf};

use snaphook_log::LogError;

use crate::canonical::CanonicalError;

/// Why a request cannot be kept, or not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApprovalError {
    /// The log, which holds the requests, cannot be opened.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The database refused.
    #[error("{}: the approval database failed: {source}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The file, or a folder on the way, cannot be looked at.
    #[error("{}: cannot be used for approvals: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Other users could write answers.
    #[error("{}: {why}, so an answer in it proves nothing", .path.display())]
    Unsafe {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A newer version has made the tables.
    #[error("{}: these approvals were written by a newer snaphook (schema {found}, the newest \
        known is {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The schema's version there.
        found: i64,
        /// The newest one that is known here.
        known: i64,
    },
    /// The input has no canonical form.
    #[error("the tool input cannot be bound to an answer: {0}")]
    Input(#[from] CanonicalError),
    /// A record is not what this version writes.
    #[error("{}: the approval {id} is damaged: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The request.
        id: String,
        /// What is wrong.
        why: String,
    },
    /// Too many requests wait already.
    #[error("{0} requests already wait for an answer; answer some of them first")]
    TooMany(u32),
    /// The call is too large to be kept and shown.
    #[error("the call has {bytes} bytes, and at most {most} can be shown to a person")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// There is no folder for the log.
    #[error("no folder for approvals: neither HOME nor XDG_STATE_HOME is set")]
    Nowhere,
    /// The thread that asked the store ended.
    #[error("the store of approvals failed within itself")]
    Panicked,
}

impl ApprovalError {
    pub(crate) fn database(path: &Path) -> impl Fn(rusqlite::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Database {
            path: path.clone(),
            source,
        }
    }

    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        |source| Self::File { path, source }
    }
}
