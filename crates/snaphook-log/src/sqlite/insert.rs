//! Writing records, and answers that came late.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;
use serde_json::value::RawValue;

use super::texts::index_again;
use crate::chain::ChainWriter;
use crate::late::with_late;
use crate::record::{HookLine, LogRecord, hooks_of};
use crate::writer::WriterBatch;

/// Writes all of it; the ids of the records.
pub(crate) fn insert(connection: &Connection, written: &WriterBatch) -> rusqlite::Result<Vec<i64>> {
    if written.dropped > 0 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX);
        let dropped = i64::try_from(written.dropped).unwrap_or(i64::MAX);
        connection.execute("INSERT INTO gaps VALUES (?, ?)", params![now, dropped])?;
    }
    let mut ids = Vec::with_capacity(written.records.len());
    let mut chain = ChainWriter::of(connection)?;
    for record in &written.records {
        let id = insert_record(connection, record)?;
        chain.record(id)?;
        ids.push(id);
    }
    for (id, entry) in &written.late {
        if update_late(connection, *id, entry)? {
            chain.late(*id)?;
        }
    }
    Ok(ids)
}

fn insert_record(connection: &Connection, record: &LogRecord) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO events
            (time, source, session, event, tool, decision, duration_us, redacted, cut)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let id = statement.insert(params![
        record.time,
        record.source,
        record.session,
        record.event,
        record.tool,
        record.decision.as_str(),
        record.duration_us,
        record.redacted,
        record.cut,
    ])?;
    let mut statement = connection.prepare_cached(
        "INSERT INTO bodies (id, project, dialect, input, outcome) VALUES (?, ?, ?, ?, ?)",
    )?;
    let outcome = record.outcome.as_deref();
    statement.execute(params![
        id,
        record.project,
        record.dialect,
        record.input.get(),
        outcome.map(RawValue::get),
    ])?;
    insert_hooks(connection, id, &hooks_of(outcome))?;
    Ok(id)
}

fn insert_hooks(connection: &Connection, id: i64, hooks: &[HookLine]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO hooks (event, place, name, hook, status, duration_us, decided)
         VALUES (?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (place, hook) in hooks.iter().enumerate() {
        statement.execute(params![
            id,
            i64::try_from(place).unwrap_or(i64::MAX),
            hook.name,
            hook.id,
            hook.status,
            microseconds(hook.duration_ms),
            hook.decided,
        ])?;
    }
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number out of range becomes the nearest one"
)]
fn microseconds(milliseconds: f64) -> i64 {
    (milliseconds * 1000.0).round() as i64
}

/// Puts a late answer in its place; false when the record is gone.
fn update_late(connection: &Connection, id: i64, entry: &Value) -> rusqlite::Result<bool> {
    let outcome: Option<Option<String>> = connection
        .query_row("SELECT outcome FROM bodies WHERE id = ?", [id], |row| {
            row.get(0)
        })
        .optional()?;
    let Some(Ok(outcome)) = outcome.flatten().map(RawValue::from_string) else {
        return Ok(false);
    };
    let outcome = with_late(outcome, entry);
    connection.execute(
        "UPDATE bodies SET outcome = ? WHERE id = ?",
        params![outcome.get(), id],
    )?;
    index_again(connection, id)?;
    insert_hooks(connection, id, &hooks_of(Some(&*outcome)))?;
    Ok(true)
}
