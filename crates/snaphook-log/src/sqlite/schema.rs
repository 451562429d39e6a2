//! The tables of the log. `docs/src/log.md` explains them for people who query them
//! with other tools.
//!
//! A log is brought from any older version to the newest by the steps it lacks;
//! a step that was released is never changed, only followed by another.

use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior};

/// By which a log is told from other databases: `snap`.
pub(super) const APPLICATION: i64 = 0x736e_6170;

/// The steps; how many there are is the schema's version.
const STEPS: &[&str] = &[
    // What is searched stands apart from what is only shown: a filter reads a
    // million narrow rows in the time of a few thousand wide ones.
    "CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        source TEXT NOT NULL,
        session TEXT NOT NULL,
        event TEXT NOT NULL,
        tool TEXT,
        decision TEXT NOT NULL,
        duration_us INTEGER NOT NULL,
        redacted INTEGER NOT NULL,
        cut INTEGER NOT NULL
    );
    CREATE INDEX events_time ON events (time);
    CREATE INDEX events_session ON events (session);
    CREATE TABLE bodies (
        id INTEGER PRIMARY KEY,
        project TEXT,
        dialect TEXT NOT NULL,
        input TEXT NOT NULL,
        outcome TEXT
    );
    CREATE TABLE hooks (
        event INTEGER NOT NULL,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        hook TEXT NOT NULL,
        status TEXT NOT NULL,
        duration_us INTEGER NOT NULL,
        decided INTEGER NOT NULL,
        PRIMARY KEY (event, place)
    ) WITHOUT ROWID;
    CREATE INDEX hooks_name ON hooks (name);
    CREATE TABLE gaps (
        time INTEGER NOT NULL,
        dropped INTEGER NOT NULL
    );",
    // Words of inputs and answers.
    "CREATE VIRTUAL TABLE texts USING fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'unicode61'
    );
    CREATE TABLE progress (indexed INTEGER NOT NULL);
    INSERT INTO progress VALUES (0);",
    // What shows that a record was changed.
    crate::chain::TABLES,
];

/// The newest version.
pub(super) fn newest() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// The version of a database, and whose it is.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let get = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((get("user_version")?, get("application_id")?))
}

/// Brings a database to the newest version.
pub(super) fn migrate(connection: &mut Connection, patience: Duration) -> rusqlite::Result<()> {
    // Only as long as it is empty.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    write_ahead(connection, patience)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have done it meanwhile.
    let (version, _) = version(&transaction)?;
    for step in STEPS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", newest())?;
    transaction.commit()
}

/// Switches to the write-ahead log, so that readers and writers do not block each
/// other. The switch locks the whole database for a moment and fails at once if
/// another connection holds it, so it is retried.
fn write_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    let until = Instant::now() + patience;
    loop {
        let changed = connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
        match changed {
            Err(error) if is_busy(&error) && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
}
