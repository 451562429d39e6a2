//! What is too old, or too much, goes: in small steps, each beside something that
//! is written anyway, so that nobody ever waits for a long one.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};

use crate::options::LogOptions;

/// The smallest step, in records.
const STEP: usize = 64;

/// Free pages that are given back at once.
const PAGES: i64 = 256;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// How much is kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    /// In milliseconds.
    age: Option<i64>,
    bytes: Option<i64>,
}

impl Limits {
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
pub(super) fn step(connection: &Connection, limits: Limits, added: usize) -> rusqlite::Result<()> {
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
    let too_many = too_many.min(most);
    let before = limits.age.map(|age| now() - age);
    let mut oldest =
        connection.prepare_cached("SELECT id, time FROM events ORDER BY id LIMIT ?")?;
    let mut rows = oldest.query([i64::try_from(most).unwrap_or(i64::MAX)])?;
    let (mut upto, mut seen) = (None, 0);
    while let Some(row) = rows.next()? {
        let (id, time): (i64, i64) = (row.get(0)?, row.get(1)?);
        if seen >= too_many && before.is_none_or(|before| time >= before) {
            break;
        }
        upto = Some(id);
        seen += 1;
    }
    drop(rows);
    match upto {
        Some(upto) => remove(connection, upto),
        None => Ok(()),
    }
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

/// Removes everything up to this id. The newest record stays: new ones get the
/// numbers behind it, and a number must never mean another event.
fn remove(connection: &Connection, upto: i64) -> rusqlite::Result<()> {
    let newest: i64 = connection.query_row("SELECT max(id) FROM events", [], |row| row.get(0))?;
    let upto = upto.min(newest - 1);
    let time: Option<i64> = connection.query_row(
        "SELECT max(time) FROM events WHERE id <= ?",
        [upto],
        |row| row.get(0),
    )?;
    for statement in [
        "DELETE FROM events WHERE id <= ?",
        "DELETE FROM bodies WHERE id <= ?",
        "DELETE FROM hooks WHERE event <= ?",
        "DELETE FROM texts WHERE rowid <= ?",
    ] {
        connection.prepare_cached(statement)?.execute([upto])?;
    }
    connection.execute("DELETE FROM gaps WHERE time <= ?", params![time])?;
    Ok(())
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
