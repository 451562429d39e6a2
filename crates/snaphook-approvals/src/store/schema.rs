//! The tables of requests, beside those of the log. They have a version of their own, so
//! that an older snaphook reads the log all the same.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use crate::error::ApprovalError;

/// The steps from each version to the next; a step that was released is never changed.
const STEPS: &[&str] = &[
    "CREATE TABLE approvals (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL,
        kind TEXT NOT NULL,
        session TEXT NOT NULL,
        agent TEXT,
        cwd TEXT,
        event TEXT NOT NULL,
        tool TEXT,
        input TEXT NOT NULL,
        digest TEXT NOT NULL,
        redacted INTEGER NOT NULL,
        message TEXT NOT NULL,
        asked_by TEXT NOT NULL,
        choices TEXT NOT NULL,
        created INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        process TEXT NOT NULL,
        answer TEXT,
        ended_because TEXT
    ) WITHOUT ROWID;
    CREATE INDEX approvals_state ON approvals (state, created);
    CREATE UNIQUE INDEX approvals_revision ON approvals (revision);
    CREATE TABLE approval_links (
        token TEXT PRIMARY KEY,
        approval TEXT NOT NULL,
        digest TEXT NOT NULL,
        choices TEXT NOT NULL,
        used INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX approval_links_approval ON approval_links (approval);
    CREATE TABLE approval_watchers (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        process TEXT NOT NULL,
        since INTEGER NOT NULL
    ) WITHOUT ROWID;",
    "ALTER TABLE approvals ADD COLUMN key_digest TEXT;",
];

/// The newest version.
fn newest() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    let named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'approvals_schema'";
    if connection
        .query_row(named, [], |_| Ok(()))
        .optional()?
        .is_none()
    {
        return Ok(0);
    }
    let sql = "SELECT version FROM approvals_schema";
    Ok(connection
        .query_row(sql, [], |row| row.get(0))
        .optional()?
        .unwrap_or(0))
}

/// Makes the tables, or brings them to the newest version.
pub(super) fn migrate(connection: &mut Connection, file: &Path) -> Result<(), ApprovalError> {
    let failed = ApprovalError::database(file);
    let found = version(connection).map_err(&failed)?;
    let known = newest();
    if found > known {
        return Err(ApprovalError::Newer {
            path: file.to_owned(),
            found,
            known,
        });
    }
    if found == known {
        return Ok(());
    }
    connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .and_then(step_up)
        .map_err(&failed)
}

fn step_up(transaction: Transaction<'_>) -> rusqlite::Result<()> {
    // Another process may have done it meanwhile.
    let found = version(&transaction)?;
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS approvals_schema (version INTEGER NOT NULL);
         DELETE FROM approvals_schema;",
    )?;
    transaction.execute("INSERT INTO approvals_schema VALUES (?)", [newest()])?;
    transaction.commit()
}
