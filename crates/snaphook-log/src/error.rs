//! What can go wrong with a log.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Why something was not written, or cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be opened, read or written.
    #[error("{}: cannot be used for the log: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database says no.
    #[error("{}: the database of the log failed: {source}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// It is the database of something else.
    #[error("{}: this database is not a log of snaphook", .0.display())]
    NoLog(PathBuf),
    /// A newer version has written it.
    #[error("{}: this log was written by a newer snaphook (schema {found}, the newest known is \
        {known}); use that version, or another file", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The schema's version there.
        found: i64,
        /// The newest one that is known here.
        known: i64,
    },
    /// A line is not a record.
    #[error("{}:{line}: this is not a record of a log: {source}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
    /// The file has JSON lines, which are written but not read in place.
    #[error("{}: a log of JSON lines must be imported before it can be read", .0.display())]
    JsonLines(PathBuf),
    /// The database that lines are to be imported into has events.
    #[error("{}: this log already has events, and importing again would duplicate them", .0.display())]
    NotEmpty(PathBuf),
    /// The writer is not done.
    #[error("{}: some records are not written yet; another process may be using the log", .0.display())]
    Slow(PathBuf),
    /// The writer could not write.
    #[error("{lost} {} not logged: {why}", if *.lost == 1 { "event was" } else { "events were" })]
    NotWritten {
        /// How many events are lost.
        lost: u64,
        /// What the last error said.
        why: String,
    },
}

impl LogError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        |source| Self::File { path, source }
    }

    pub(crate) fn database(path: &Path) -> impl FnOnce(rusqlite::Error) -> Self + use<> {
        let path = path.to_owned();
        |source| Self::Database { path, source }
    }

    /// Whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::File { source, .. } if source.kind() == ErrorKind::NotFound)
    }

    /// Whether another process holds the database: later it may be free.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match self {
            Self::Database { source, .. } => {
                let code = source.sqlite_error_code();
                matches!(code, Some(DatabaseBusy | DatabaseLocked))
            }
            _ => false,
        }
    }
}
