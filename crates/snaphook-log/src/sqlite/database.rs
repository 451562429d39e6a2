//! The sink that writes records into the database: one transaction for many records,
//! pruning and indexing in small steps, a short write-ahead log.

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

use super::insert::insert;
use super::open::{DatabaseAccess, open};
use super::open::{FileIdentity, identity};
use super::prune;
use super::prune::PruneLimits;
use super::texts::{index, unindexed};
use crate::error::LogError;
use crate::options::LogOptions;
use crate::writer::{Sink, WriterBatch};

/// Bytes of the write-ahead log beyond which a command that stays for one record
/// puts it into the database. The next one must read all of it again.
const LONG_WAL: u64 = 512 * 1024;

/// Records that a writer leaves for others to make searchable, and how many it
/// does at once.
const LEFT_BY_STAYING: (i64, usize) = (512, 512);
const LEFT_BY_PASSING: (i64, usize) = (4096, 64);

/// A database that is written to; opened by the first record.
pub(crate) struct Database {
    file: PathBuf,
    limits: PruneLimits,
    patience: Duration,
    stays: bool,
    connection: Option<Connection>,
    /// The file that is open: another one may be put in its place.
    opened: Option<FileIdentity>,
}

impl Database {
    pub(crate) fn new(options: &LogOptions) -> Self {
        Self {
            file: options.file.clone(),
            limits: PruneLimits::of(options),
            patience: options.patience,
            stays: options.stays,
            connection: None,
            opened: None,
        }
    }

    fn connect(&mut self) -> Result<&mut Connection, LogError> {
        let open_now = self.connection.take();
        let same = self.opened.is_none() || self.opened == identity(&self.file);
        let connection = match open_now.filter(|_| same) {
            Some(connection) => connection,
            None => {
                let connection = open(&self.file, DatabaseAccess::Write, self.patience)?;
                self.prepare(&connection)
                    .map_err(LogError::database(&self.file))?;
                self.opened = identity(&self.file);
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    fn prepare(&self, connection: &Connection) -> rusqlite::Result<()> {
        if self.stays {
            return Ok(());
        }
        // Putting the write-ahead log into the database takes longer than the
        // record itself: once in a while is enough.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)
    }

    fn write_at_once(&mut self, written: &WriterBatch) -> rusqlite::Result<Vec<i64>> {
        let (limits, stays) = (self.limits, self.stays);
        let Some(connection) = &mut self.connection else {
            return Ok(Vec::new());
        };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let places = insert(&transaction, written)?;
        prune::step(&transaction, limits, written.records.len())?;
        let (left, step) = match stays {
            true => LEFT_BY_STAYING,
            false => LEFT_BY_PASSING,
        };
        if unindexed(&transaction)? > left {
            index(&transaction, step)?;
        }
        transaction.commit()?;
        Ok(places)
    }

    /// Keeps the write-ahead log short, where nobody else does.
    fn shorten(&self, connection: &Connection) {
        let mut wal = self.file.clone().into_os_string();
        wal.push("-wal");
        let long = std::fs::metadata(&wal).is_ok_and(|file| file.len() > LONG_WAL);
        if long && connection.busy_timeout(Duration::ZERO).is_ok() {
            // Somebody may be reading: then another command will do it.
            let row = |_: &rusqlite::Row<'_>| Ok(());
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], row);
            let _ = connection.busy_timeout(self.patience);
        }
    }
}

impl Sink for Database {
    fn write(&mut self, written: &WriterBatch) -> Result<Vec<i64>, LogError> {
        self.connect()?;
        let places = self.write_at_once(written);
        match (places, &self.connection) {
            (Ok(places), Some(connection)) => {
                if !self.stays {
                    self.shorten(connection);
                }
                Ok(places)
            }
            (Ok(places), None) => Ok(places),
            (Err(error), _) => {
                let error = LogError::database(&self.file)(error);
                if !error.is_busy() {
                    // Perhaps the file is gone, or another one: begin anew.
                    self.connection = None;
                }
                Err(error)
            }
        }
    }
}
