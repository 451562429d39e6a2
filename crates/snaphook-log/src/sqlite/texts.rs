//! Words of inputs and answers, searchable.
//!
//! Making one record searchable by itself takes longer than writing it; making
//! hundreds at once takes a fraction of that for each. So writers leave it until
//! there are many, and whoever searches does the rest first.

use rusqlite::{Connection, params};
use serde_json::Value;

/// Members that stand in columns of their own, or say nothing.
const KNOWN: [&str; 9] = [
    "session_id",
    "transcript_path",
    "cwd",
    "hook_event_name",
    "tool_use_id",
    "id",
    "type",
    "scope",
    "status",
];

/// How many records are not searchable yet.
pub(crate) fn unindexed(connection: &Connection) -> rusqlite::Result<i64> {
    let sql = "SELECT coalesce((SELECT max(id) FROM events), 0) - indexed FROM progress";
    connection
        .prepare_cached(sql)?
        .query_row([], |row| row.get(0))
}

/// Makes the oldest of these searchable, at most so many; how many it were.
pub(crate) fn index(connection: &Connection, most: usize) -> rusqlite::Result<usize> {
    let mut next = connection.prepare_cached(
        "SELECT id, input, outcome FROM bodies
         WHERE id > (SELECT indexed FROM progress) ORDER BY id LIMIT ?",
    )?;
    let mut add = connection.prepare_cached("INSERT INTO texts (rowid, text) VALUES (?, ?)")?;
    let mut rows = next.query([i64::try_from(most).unwrap_or(i64::MAX)])?;
    let (mut last, mut count) = (None, 0);
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let (input, outcome): (String, Option<String>) = (row.get(1)?, row.get(2)?);
        add.execute(params![id, searchable(&input, outcome.as_deref())])?;
        last = Some(id);
        count += 1;
    }
    drop(rows);
    // Records may have gone before they were reached.
    if last.is_some() {
        connection.execute("UPDATE progress SET indexed = ?", params![last])?;
    }
    Ok(count)
}

/// The texts of a record that are searched.
fn searchable(input: &str, outcome: Option<&str>) -> String {
    let mut text = String::new();
    for json in [Some(input), outcome].into_iter().flatten() {
        if let Ok(value) = serde_json::from_str(json) {
            collect(&value, &mut text);
        }
    }
    text
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::String(one) => {
            text.push_str(one);
            text.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, text)),
        Value::Object(members) => {
            for (key, member) in members {
                if !KNOWN.contains(&key.as_str()) {
                    collect(member, text);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
