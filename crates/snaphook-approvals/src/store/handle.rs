//! A handle to the store.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use snaphook_redact::Redaction;

use super::open::{open, open_log};
use crate::error::ApprovalError;

/// How long an operation waits for other processes that hold the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// The requests for approval, in the database of the log. Clones share one connection.
///
/// Every operation may block for as long as others hold the database, at most two seconds:
/// call it from a thread that may wait.
#[derive(Clone)]
pub struct ApprovalStore(Arc<StoreShared>);

struct StoreShared {
    file: PathBuf,
    connection: Mutex<Connection>,
    redaction: Redaction,
}

impl ApprovalStore {
    /// Opens the store in the log of this file; makes the log where there is none.
    ///
    /// # Errors
    /// When the file cannot be used, is something else, or other users can write it.
    pub fn open(file: &Path) -> Result<Self, ApprovalError> {
        Ok(Self::of(open(file, PATIENCE)?))
    }

    /// Opens the store in a log that is there. `None`: there is none, so nothing waits.
    ///
    /// # Errors
    /// As [`ApprovalStore::open`].
    pub fn open_existing(file: &Path) -> Result<Option<Self>, ApprovalError> {
        match std::fs::metadata(file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ApprovalError::file(file)(error)),
            // Anyone who made it may not have written anything yet.
            Ok(found) if found.len() == 0 => Ok(None),
            Ok(_) => {
                snaphook_log::prepare(file, PATIENCE)?;
                Ok(Some(Self::of(open_log(file, PATIENCE)?)))
            }
        }
    }

    fn of((connection, file): (Connection, PathBuf)) -> Self {
        Self(Arc::new(StoreShared {
            file,
            connection: Mutex::new(connection),
            redaction: Redaction::thorough(),
        }))
    }

    /// Takes the values of these fields out of every input, as the log does. Call it before
    /// the handle is cloned.
    #[must_use]
    pub fn redact_fields<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> Self {
        match Arc::try_unwrap(self.0) {
            Ok(shared) => Self(Arc::new(StoreShared {
                redaction: shared.redaction.fields(names),
                ..shared
            })),
            Err(shared) => Self(shared),
        }
    }

    /// The file, without symlinks on the way.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.file
    }

    pub(crate) fn redaction(&self) -> &Redaction {
        &self.0.redaction
    }

    /// Reads.
    pub(super) fn read<T>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, ApprovalError> {
        let connection = self.0.connection.lock();
        let connection = connection.unwrap_or_else(PoisonError::into_inner);
        look(&connection).map_err(|failure| failure.at(&self.0.file))
    }

    /// Changes something, in one transaction that no other writer comes between.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, StoreFailure>,
    ) -> Result<T, ApprovalError> {
        let connection = self.0.connection.lock();
        let mut connection = connection.unwrap_or_else(PoisonError::into_inner);
        let in_transaction = move || {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let made = change(&transaction)?;
            transaction.commit()?;
            Ok(made)
        };
        in_transaction().map_err(|failure: StoreFailure| failure.at(&self.0.file))
    }
}

/// What goes wrong within an operation.
#[derive(Debug)]
pub(super) enum StoreFailure {
    Database(rusqlite::Error),
    /// A row is not what this version writes.
    Damaged {
        id: String,
        why: String,
    },
    TooMany(u32),
}

impl StoreFailure {
    fn at(self, file: &Path) -> ApprovalError {
        match self {
            Self::Database(source) => ApprovalError::database(file)(source),
            Self::Damaged { id, why } => ApprovalError::Damaged {
                path: file.to_owned(),
                id,
                why,
            },
            Self::TooMany(most) => ApprovalError::TooMany(most),
        }
    }
}

impl From<rusqlite::Error> for StoreFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// The time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    milliseconds(now.unwrap_or_default())
}

pub(crate) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl std::fmt::Debug for ApprovalStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ApprovalStore").field(&self.0.file).finish()
    }
}
