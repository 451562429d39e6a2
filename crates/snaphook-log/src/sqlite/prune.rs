//! What is too old, or too much, goes: in small steps, each beside something that
//! is written anyway, so that nobody ever waits for a long one.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension};

use crate::chain::ChainWriter;
use crate::options::LogOptions;

/// The smallest step, in records.
const STEP: usize = 64;

/// Free pages that are given back at once.
const PAGES: i64 = 256;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// How much is kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PruneLimits {
    /// In milliseconds.
    age: Option<i64>,
    bytes: Option<i64>,
}

impl PruneLimits {
    pub(crate) fn of(options: &LogOptions) -> Self {
        let some = |number: u32| (number > 0).then_some(i64::from(number));
        Self {
            age: some(options.max_days).map(|days| days * DAY),
            bytes: some(options.max_megabytes).map(|megabytes| megabytes * 1024 * 1024),
        }
    }
}

/// Takes away a few of the oldest records, if there is a reason to: more than
/// were just added, so that it comes to an end.
pub(super) fn step(
    connection: &Connection,
    limits: PruneLimits,
    added: usize,
) -> rusqlite::Result<()> {
    let size = |name: &str| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    let (pages, free) = (size("page_count")?, size("freelist_count")?);
    if free > PAGES && free > pages / 8 {
        give_back(connection)?;
    }
    let used = (pages - free) * size("page_size")?;
    let most = STEP.max(added * 2);
    let too_many = match limits.bytes {
        Some(allowed) if used > allowed => records_of(connection, used - allowed, used)?,
        _ => 0,
    };
    let newest: Option<i64> = connection
        .prepare_cached("SELECT max(id) FROM events")?
        .query_row([], |row| row.get(0))?;
    let Some(newest) = newest else {
        return Ok(());
    };
    let mut removed = remove_oldest(connection, too_many.min(most), newest)?;
    if let Some(age) = limits.age {
        removed |= remove_before(connection, now() - age, most, newest)?;
    }
    if removed {
        forget(connection)?;
    }
    Ok(())
}

/// About how many records take so many of the bytes that are used. A few large ones
/// must not take all the others along.
fn records_of(connection: &Connection, bytes: i64, used: i64) -> rusqlite::Result<usize> {
    // Each by itself is found at once; together they would read every row.
    let sql = "SELECT coalesce((SELECT max(id) FROM events)
        - (SELECT min(id) FROM events) + 1, 0)";
    let records: i64 = connection
        .prepare_cached(sql)?
        .query_row([], |row| row.get(0))?;
    let part = i128::from(records) * i128::from(bytes) / i128::from(used.max(1));
    Ok(usize::try_from(part)
        .unwrap_or(usize::MAX)
        .saturating_add(1))
}

/// Removes so many of the oldest. The newest record stays: new ones get the numbers
/// behind it, and a number must never mean another event.
fn remove_oldest(connection: &Connection, count: usize, newest: i64) -> rusqlite::Result<bool> {
    let Some(skipped) = count.checked_sub(1) else {
        return Ok(false);
    };
    let sql = "SELECT id FROM events WHERE id < ? ORDER BY id LIMIT 1 OFFSET ?";
    let mut nth = connection.prepare_cached(sql)?;
    let skipped = i64::try_from(skipped).unwrap_or(i64::MAX);
    let upto = nth.query_row([newest, skipped], |row| row.get(0));
    // There may be fewer than are too many.
    let upto: i64 = upto.optional()?.unwrap_or(newest - 1);
    let gone = "SELECT id, time FROM events WHERE id <= ?";
    note_removed(connection, &ids_and_times(connection, gone, &[upto])?)?;
    for statement in [
        "DELETE FROM events WHERE id <= ?",
        "DELETE FROM bodies WHERE id <= ?",
        "DELETE FROM hooks WHERE event <= ?",
        "DELETE FROM texts WHERE rowid <= ?",
    ] {
        connection.prepare_cached(statement)?.execute([upto])?;
    }
    Ok(true)
}

/// Removes what began before this time, by the time itself: the clock may have been
/// ahead when one of the oldest was recorded.
fn remove_before(
    connection: &Connection,
    time: i64,
    most: usize,
    newest: i64,
) -> rusqlite::Result<bool> {
    let sql = "SELECT id, time FROM events WHERE time < ? AND id < ? ORDER BY time LIMIT ?";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let ids = ids_and_times(connection, sql, &[time, newest, most])?;
    note_removed(connection, &ids)?;
    for statement in [
        "DELETE FROM events WHERE id = ?",
        "DELETE FROM bodies WHERE id = ?",
        "DELETE FROM hooks WHERE event = ?",
        "DELETE FROM texts WHERE rowid = ?",
    ] {
        let mut delete = connection.prepare_cached(statement)?;
        for (id, _) in &ids {
            delete.execute([id])?;
        }
    }
    Ok(!ids.is_empty())
}

/// The numbers and times of records.
fn ids_and_times(
    connection: &Connection,
    sql: &str,
    values: &[i64],
) -> rusqlite::Result<Vec<(i64, i64)>> {
    let mut statement = connection.prepare_cached(sql)?;
    let values = rusqlite::params_from_iter(values);
    let rows = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// Says in the chain that the limits remove these records.
fn note_removed(connection: &Connection, records: &[(i64, i64)]) -> rusqlite::Result<()> {
    let mut chain = ChainWriter::of(connection)?;
    for (id, time) in records {
        chain.removed(*id, *time)?;
    }
    Ok(())
}

/// What is left of removed records elsewhere: gaps between them, and their words,
/// which are only marked until they are merged with others.
fn forget(connection: &Connection) -> rusqlite::Result<()> {
    for statement in [
        "DELETE FROM gaps WHERE time < (SELECT min(time) FROM events)",
        "INSERT INTO texts (texts, rank) VALUES ('merge', 64)",
    ] {
        connection.prepare_cached(statement)?.execute([])?;
    }
    ChainWriter::of(connection)?.trim()
}

fn give_back(connection: &Connection) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX)
}
