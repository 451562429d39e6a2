//! The full-text index of inputs and answers.
//!
//! Indexing one record by itself takes longer than writing it; indexing hundreds at
//! once takes a fraction of that for each. So writers index in batches, and a search
//! indexes the rest first.

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;

/// Bytes of JSON that are indexed in one step, for which the writer waits.
const STEP: usize = 1024 * 1024;

/// Members of an input that are in columns of their own, or say nothing.
const OF_INPUTS: [&str; 5] = [
    "session_id",
    "transcript_path",
    "cwd",
    "hook_event_name",
    "tool_use_id",
];

/// Keys of a hook's entry whose values are not made searchable.
const OF_HOOKS: [&str; 5] = ["id", "type", "scope", "status", "durationMs"];

/// How many records are not searchable yet.
pub(crate) fn unindexed(connection: &Connection) -> rusqlite::Result<i64> {
    let sql = "SELECT coalesce((SELECT max(id) FROM events), 0) - indexed FROM progress";
    connection
        .prepare_cached(sql)?
        .query_row([], |row| row.get(0))
}

/// Makes the oldest of these searchable, at most so many, and fewer where they are
/// long; how many it were.
pub(crate) fn index(connection: &Connection, most: usize) -> rusqlite::Result<usize> {
    let mut next = connection.prepare_cached(
        "SELECT id, input, outcome FROM bodies
         WHERE id > (SELECT indexed FROM progress) ORDER BY id LIMIT ?",
    )?;
    let mut add = connection.prepare_cached("INSERT INTO texts (rowid, text) VALUES (?, ?)")?;
    let mut rows = next.query([i64::try_from(most).unwrap_or(i64::MAX)])?;
    let (mut last, mut count, mut bytes) = (None, 0, 0);
    while bytes < STEP
        && let Some(row) = rows.next()?
    {
        let id: i64 = row.get(0)?;
        let (input, outcome): (String, Option<String>) = (row.get(1)?, row.get(2)?);
        add.execute(params![id, searchable(&input, outcome.as_deref())])?;
        last = Some(id);
        count += 1;
        bytes += input.len() + outcome.map_or(0, |outcome| outcome.len());
    }
    drop(rows);
    // Records may have gone before they were reached.
    if last.is_some() {
        connection.execute("UPDATE progress SET indexed = ?", params![last])?;
    }
    Ok(count)
}

/// Makes a record searchable once more, if it was: it has changed.
pub(super) fn index_again(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let sql = "SELECT input, outcome FROM bodies
               WHERE id = ? AND id <= (SELECT indexed FROM progress)";
    let body = connection.prepare_cached(sql)?.query_row([id], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?))
    });
    let Some((input, outcome)) = body.optional()? else {
        return Ok(());
    };
    let text = searchable(&input, outcome.as_deref());
    let sql = "INSERT OR REPLACE INTO texts (rowid, text) VALUES (?, ?)";
    connection.prepare_cached(sql)?.execute(params![id, text])?;
    Ok(())
}

/// The texts of a record that are searched.
fn searchable(input: &str, outcome: Option<&str>) -> String {
    let mut text = String::new();
    let read = |json: &str| serde_json::from_str::<Value>(json).unwrap_or_default();
    members(&read(input), &OF_INPUTS, &mut text);
    let mut outcome = outcome.map(read).unwrap_or_default();
    let hooks = outcome.get_mut("hooks").map(Value::take);
    members(&outcome, &["event", "durationMs"], &mut text);
    let hooks = hooks.as_ref().and_then(Value::as_array);
    for hook in hooks.into_iter().flatten() {
        members(hook, &OF_HOOKS, &mut text);
    }
    text
}

/// The members of an object, but for these.
fn members(value: &Value, without: &[&str], text: &mut String) {
    for (key, member) in value.as_object().into_iter().flatten() {
        if !without.contains(&key.as_str()) {
            collect(member, text);
        }
    }
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::String(one) => {
            text.push_str(one);
            text.push('\n');
        }
        Value::Number(number) => text.push_str(&format!("{number}\n")),
        Value::Array(items) => items.iter().for_each(|item| collect(item, text)),
        Value::Object(members) => members.values().for_each(|member| collect(member, text)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::in_memory;

    #[test]
    fn a_step_over_long_records_is_short() {
        let connection = in_memory().unwrap();
        let input = serde_json::json!({"text": "word ".repeat(120_000)}).to_string();
        for id in 1..=5 {
            let sql = "INSERT INTO events VALUES (?, 1, '', '', '', NULL, '', 0, 0, 0)";
            connection.execute(sql, [id]).unwrap();
            let sql = "INSERT INTO bodies (id, dialect, input) VALUES (?, '', ?)";
            connection.execute(sql, params![id, input]).unwrap();
        }
        assert_eq!(index(&connection, 1000).unwrap(), 2);
        assert_eq!(unindexed(&connection).unwrap(), 3);
        assert_eq!(index(&connection, 1).unwrap(), 1);
    }
}
