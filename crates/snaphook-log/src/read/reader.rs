//! Events of a log.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params_from_iter};
use serde_json::value::RawValue;

use super::filter::Filter;
use super::import::import;
use super::sql::{Order, Query};
use crate::error::LogError;
use crate::options::is_json_lines;
use crate::record::LoggedDecision;
use crate::sqlite::{DatabaseAccess, in_memory, index, open, unindexed};

/// How long a reader waits for writers.
const PATIENCE: Duration = Duration::from_secs(2);

/// Records that are made searchable in one step, if they are short: a writer waits
/// no longer.
const STEP: usize = 1000;

pub(super) const COLUMNS: &str = "e.id, e.time, e.source, e.session, e.event, e.tool, e.decision, \
                       e.duration_us, e.redacted, e.cut";

/// A log that is read.
#[derive(Debug)]
pub struct LogReader {
    file: PathBuf,
    connection: Connection,
    /// How long a search makes events searchable before it gives what it has.
    patience: Duration,
}

/// One dispatch in a log, without what it read and said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedEvent {
    /// Its number in the log.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub time: i64,
    /// Who fired it.
    pub source: String,
    /// The session's id.
    pub session: String,
    /// The event.
    pub event: String,
    /// The tool, where there is one.
    pub tool: Option<String>,
    /// What came of it.
    pub decision: LoggedDecision,
    /// How long it took, in microseconds.
    pub duration_us: i64,
    /// Secrets were taken out.
    pub redacted: bool,
    /// Something was too long to be kept.
    pub cut: bool,
}

/// The rest of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LoggedBody {
    /// The project's root.
    pub project: Option<String>,
    /// The dialect of the engine.
    pub dialect: String,
    /// The input.
    pub input: Box<RawValue>,
    /// The outcome, as `snaphook fire --json` prints it.
    pub outcome: Option<Box<RawValue>>,
}

impl LogReader {
    /// Opens a log, an SQLite database. JSON lines are [imported](Self::import).
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(file: &Path) -> Result<Self, LogError> {
        if let Err(error) = std::fs::metadata(file) {
            return Err(LogError::file(file)(error));
        }
        if is_json_lines(file) {
            return Err(LogError::JsonLines(file.to_owned()));
        }
        // Nobody but its owner may write it; others may still look.
        let connection = open(file, DatabaseAccess::Read, PATIENCE)
            .or_else(|error| open(file, DatabaseAccess::Look, PATIENCE).map_err(|_| error))?;
        Ok(Self {
            file: file.to_owned(),
            connection,
            patience: PATIENCE,
        })
    }

    /// Imports a log of JSON lines, with the older half beside it (`FILE.1`), into a
    /// database in memory.
    ///
    /// # Errors
    /// When the lines cannot be read, or are not those of a log.
    pub fn import(lines: &Path) -> Result<Self, LogError> {
        let mut connection = in_memory()?;
        import(lines, &mut connection)?;
        Ok(Self {
            file: lines.to_owned(),
            connection,
            // Nobody else waits for what is in memory.
            patience: Duration::MAX,
        })
    }

    /// Imports a log of JSON lines into a new database, which stays.
    ///
    /// # Errors
    /// When the lines cannot be read, or are not those of a log; when the database
    /// holds events already: importing twice would double them.
    pub fn import_into(lines: &Path, database: &Path) -> Result<Self, LogError> {
        if is_json_lines(database) {
            return Err(LogError::JsonLines(database.to_owned()));
        }
        std::fs::metadata(lines).map_err(LogError::file(lines))?;
        let mut reader = Self {
            file: database.to_owned(),
            connection: open(database, DatabaseAccess::Write, PATIENCE)?,
            patience: PATIENCE,
        };
        if reader.newest_id()? > 0 {
            return Err(LogError::NotEmpty(database.to_owned()));
        }
        import(lines, &mut reader.connection)?;
        Ok(reader)
    }

    /// The newest events that fit, the newest first.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn newest(&mut self, filter: &Filter, limit: usize) -> Result<Vec<LoggedEvent>, LogError> {
        self.make_searchable(filter)?;
        let events = self.select(filter, COLUMNS, Order::Newest, limit, read_event);
        events.map_err(LogError::database(&self.file))
    }

    /// Events that fit, behind this id, the oldest first.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn after(
        &mut self,
        filter: &Filter,
        id: i64,
        limit: usize,
    ) -> Result<Vec<LoggedEvent>, LogError> {
        self.make_searchable(filter)?;
        let events = self.select(filter, COLUMNS, Order::After(id), limit, read_event);
        events.map_err(LogError::database(&self.file))
    }

    /// How many events fit.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn count(&mut self, filter: &Filter) -> Result<usize, LogError> {
        self.make_searchable(filter)?;
        if filter.has_no_words() {
            return Ok(0);
        }
        let count = || -> rusqlite::Result<i64> {
            let query = self.query(filter)?;
            let mut statement = self.connection.prepare(&query.count())?;
            statement.query_row(params_from_iter(&query.values), |row| row.get(0))
        };
        let count = count().map_err(LogError::database(&self.file))?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// One event by its id; `None` if it is not, or no longer, there.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn event(&self, id: i64) -> Result<Option<LoggedEvent>, LogError> {
        let sql = format!("SELECT {COLUMNS} FROM events e WHERE e.id = ?");
        let event = self.connection.query_row(&sql, [id], read_event);
        event.optional().map_err(LogError::database(&self.file))
    }

    /// What an event read and came to.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn body(&self, id: i64) -> Result<Option<LoggedBody>, LogError> {
        let sql = "SELECT project, dialect, input, outcome FROM bodies WHERE id = ?";
        let body = || -> rusqlite::Result<Option<LoggedBody>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            statement.query_row([id], read_body).optional()
        };
        body().map_err(LogError::database(&self.file))
    }

    /// The id of the newest event; 0 in an empty log.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn newest_id(&self) -> Result<i64, LogError> {
        let sql = "SELECT coalesce(max(id), 0) FROM events";
        let newest = self.connection.query_row(sql, [], |row| row.get(0));
        newest.map_err(LogError::database(&self.file))
    }

    /// The newest event that a search with this filter looks at. With a text these are
    /// the events that are searchable: where writers have left many, one search does
    /// not make all of them so.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn searched_to(&self, filter: &Filter) -> Result<i64, LogError> {
        let newest = self.newest_id()?;
        if filter.text.is_none() {
            return Ok(newest);
        }
        let left = unindexed(&self.connection).map_err(LogError::database(&self.file))?;
        Ok(newest - left.max(0))
    }

    /// How many events were not logged because too many came at once, or the file
    /// could not be written.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn dropped(&self, since: Option<i64>) -> Result<u64, LogError> {
        let sql = "SELECT coalesce(sum(dropped), 0) FROM gaps WHERE time >= ?";
        let since = since.unwrap_or(i64::MIN);
        let dropped: rusqlite::Result<i64> =
            self.connection.query_row(sql, [since], |row| row.get(0));
        let dropped = dropped.map_err(LogError::database(&self.file))?;
        Ok(u64::try_from(dropped).unwrap_or_default())
    }

    /// Where it is kept.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(crate) fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(super) fn select<T>(
        &self,
        filter: &Filter,
        columns: &str,
        order: Order,
        limit: usize,
        read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<T>> {
        if filter.has_no_words() {
            return Ok(Vec::new());
        }
        let mut query = self.query(filter)?;
        let sql = query.ordered(columns, order, limit);
        let mut statement = self.connection.prepare(&sql)?;
        let rows = statement.query_map(params_from_iter(&query.values), read)?;
        rows.collect()
    }

    pub(super) fn query(&self, filter: &Filter) -> rusqlite::Result<Query> {
        let since_id = match filter.since {
            None => None,
            Some(since) => self.connection.query_row(
                "SELECT coalesce(min(id), 9223372036854775807) FROM events WHERE time >= ?",
                [since],
                |row| row.get(0),
            )?,
        };
        let by_name = |hook: &str| {
            let sql = "SELECT EXISTS (SELECT 1 FROM hooks WHERE name = ?)";
            let found = self.connection.query_row(sql, [hook], |row| row.get(0));
            found.unwrap_or(false)
        };
        Ok(Query::of(filter, since_id, by_name))
    }

    /// Does what writers have left to those who search. Where the log may only be
    /// looked at, what is there must do.
    pub(super) fn make_searchable(&mut self, filter: &Filter) -> Result<(), LogError> {
        if filter.text.is_none() || self.connection.is_readonly("main").unwrap_or(true) {
            return Ok(());
        }
        let began = Instant::now();
        let patience = self.patience;
        let mut step = || -> rusqlite::Result<bool> {
            if unindexed(&self.connection)? == 0 {
                return Ok(false);
            }
            let behavior = TransactionBehavior::Immediate;
            let transaction = self.connection.transaction_with_behavior(behavior)?;
            let done = index(&transaction, STEP)?;
            transaction.commit()?;
            Ok(done > 0 && began.elapsed() < patience)
        };
        loop {
            match step() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => return Err(LogError::database(&self.file)(error)),
            }
        }
    }
}

pub(super) fn read_event(row: &Row<'_>) -> rusqlite::Result<LoggedEvent> {
    let decision: String = row.get(6)?;
    Ok(LoggedEvent {
        id: row.get(0)?,
        time: row.get(1)?,
        source: row.get(2)?,
        session: row.get(3)?,
        event: row.get(4)?,
        tool: row.get(5)?,
        decision: LoggedDecision::named(&decision).unwrap_or(LoggedDecision::None),
        duration_us: row.get(7)?,
        redacted: row.get(8)?,
        cut: row.get(9)?,
    })
}

fn read_body(row: &Row<'_>) -> rusqlite::Result<LoggedBody> {
    // A row that somebody else wrote may hold anything.
    let json = |text: String| {
        RawValue::from_string(text)
            .or_else(|_| RawValue::from_string("null".to_owned()))
            .unwrap_or_default()
    };
    let outcome: Option<String> = row.get(3)?;
    Ok(LoggedBody {
        project: row.get(0)?,
        dialect: row.get(1)?,
        input: json(row.get(2)?),
        outcome: outcome.map(json),
    })
}
