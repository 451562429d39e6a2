//! Compares a log with its chain, and the chain with checkpoints that left the machine.

use std::collections::HashMap;

use rusqlite::Connection;
use serde_json::value::RawValue;

use super::head::ChainHead;
use super::link::{COLUMNS, ChainDigest, EntryKind, content_of, link_of};
use super::problem::{ChainProblem, LogVerification};
use crate::error::LogError;
use crate::read::LogReader;
use crate::record::hooks_of;

/// Problems that are told: a log that was written anew has one for each record.
const MOST_TOLD: usize = 1000;

/// What the chain says of the records.
#[derive(Default)]
struct ChainContent {
    /// The last word on each record.
    records: HashMap<i64, LastWord>,
    problems: Vec<ChainProblem>,
    /// The entries that checkpoints saw, as they are now.
    seen: HashMap<i64, String>,
    head: (i64, Vec<u8>),
}

/// What the last entry of a record says.
enum LastWord {
    /// It has this content.
    Content(Vec<u8>),
    /// The limits removed it; it began at this time.
    Removed(i64),
}

/// Where the chain begins.
struct ChainBase {
    number: i64,
    link: Vec<u8>,
    first_event: i64,
    removed: i64,
}

impl LogReader {
    /// Compares every record with the chain, and the chain with these checkpoints.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn verify(&mut self, checkpoints: &[ChainHead]) -> Result<LogVerification, LogError> {
        let failed = LogError::database(self.file());
        // One moment of the log: others go on writing.
        let verify = |connection: &mut Connection| {
            let moment = connection.transaction()?;
            verify(&moment, checkpoints)
        };
        verify(self.connection_mut()).map_err(failed)
    }
}

fn verify(connection: &Connection, checkpoints: &[ChainHead]) -> rusqlite::Result<LogVerification> {
    let base = connection.query_row(
        "SELECT number, link, first_event, removed FROM chain_base",
        [],
        |row| {
            Ok(ChainBase {
                number: row.get(0)?,
                link: row.get(1)?,
                first_event: row.get(2)?,
                removed: row.get(3)?,
            })
        },
    )?;
    let chain = read_chain(connection, &base, checkpoints)?;
    let mut found = LogVerification {
        head: ChainHead::of(chain.head.0, &chain.head.1),
        records: 0,
        uncovered: 0,
        removed_by_limits: u64::try_from(base.removed).unwrap_or_default(),
        checkpoints: 0,
        old_checkpoints: 0,
        problems: chain.problems,
    };
    compare_records(connection, &base, chain.records, &mut found)?;
    for checkpoint in checkpoints {
        compare_checkpoint(checkpoint, &base, &chain.seen, &mut found);
    }
    found.problems.truncate(MOST_TOLD);
    Ok(found)
}

/// Follows the chain from its base.
fn read_chain(
    connection: &Connection,
    base: &ChainBase,
    checkpoints: &[ChainHead],
) -> rusqlite::Result<ChainContent> {
    let mut content = ChainContent {
        head: (base.number, base.link.clone()),
        ..ChainContent::default()
    };
    let wanted: Vec<i64> = checkpoints.iter().map(|head| head.number).collect();
    if wanted.contains(&base.number) {
        let head = ChainHead::of(base.number, &base.link);
        content.seen.insert(base.number, head.link);
    }
    let sql = "SELECT number, kind, event, content, link FROM chain ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (number, kind, event): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (digest, link): (Vec<u8>, Vec<u8>) = (row.get(3)?, row.get(4)?);
        let next = content.head.0 + 1;
        if number != next {
            let gap = ChainProblem::EntriesRemoved(next, number - 1);
            content.problems.push(gap);
        } else if link_of(&content.head.1, number, kind, event, &digest)[..] != link {
            content.problems.push(ChainProblem::EntryChanged(number));
        }
        match EntryKind::of(kind) {
            Some(EntryKind::Record | EntryKind::Late) => {
                content.records.insert(event, LastWord::Content(digest));
            }
            Some(EntryKind::Removed) => {
                let time = digest.try_into().map_or(i64::MAX, i64::from_be_bytes);
                content.records.insert(event, LastWord::Removed(time));
            }
            None => content.problems.push(ChainProblem::EntryChanged(number)),
        }
        if wanted.contains(&number) {
            let head = ChainHead::of(number, &link);
            content.seen.insert(number, head.link);
        }
        content.head = (number, link);
    }
    Ok(content)
}

/// Holds every record to what the chain says of it.
fn compare_records(
    connection: &Connection,
    base: &ChainBase,
    mut chained: HashMap<i64, LastWord>,
    found: &mut LogVerification,
) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT e.id, {COLUMNS} FROM events e LEFT JOIN bodies b ON b.id = e.id ORDER BY e.id"
    );
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    let (mut first, mut oldest) = (i64::MAX, i64::MAX);
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        first = first.min(id);
        oldest = oldest.min(row.get(1)?);
        if id < base.first_event {
            found.uncovered += 1;
            continue;
        }
        found.records += 1;
        let content: ChainDigest = content_of(row, 1)?;
        match chained.remove(&id) {
            Some(LastWord::Content(known)) if known == content => {}
            Some(LastWord::Content(_)) => found.problems.push(ChainProblem::Changed(id)),
            Some(LastWord::Removed(_)) | None => found.problems.push(ChainProblem::Added(id)),
        }
        let outcome: Option<String> = row.get(13)?;
        if !has_hooks_of(connection, id, outcome)? {
            found.problems.push(ChainProblem::HooksChanged(id));
        }
    }
    let mut gone: Vec<_> = chained.into_iter().collect();
    gone.sort_unstable_by_key(|(id, _)| *id);
    for (id, last) in gone {
        match last {
            LastWord::Content(_) => found.problems.push(ChainProblem::Removed(id)),
            // Limits remove the first records, or the oldest ones.
            LastWord::Removed(time) if id < first || time <= oldest => {
                found.removed_by_limits += 1;
            }
            LastWord::Removed(_) => found.problems.push(ChainProblem::RemovedOutOfTurn(id)),
        }
    }
    Ok(())
}

/// Whether the table of hooks has what the outcome of a record says.
fn has_hooks_of(
    connection: &Connection,
    event: i64,
    outcome: Option<String>,
) -> rusqlite::Result<bool> {
    let outcome = outcome.and_then(|text| RawValue::from_string(text).ok());
    let wanted = hooks_of(outcome.as_deref());
    let sql = "SELECT name, hook, status, decided FROM hooks WHERE event = ? ORDER BY place";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([event], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, bool>(3)?,
        ))
    })?;
    let rows: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
    let same = |(row, hook): (&(String, String, String, bool), &crate::record::HookLine)| {
        row.0 == hook.name && row.1 == hook.id && row.2 == hook.status && row.3 == hook.decided
    };
    Ok(rows.len() == wanted.len() && rows.iter().zip(&wanted).all(same))
}

fn compare_checkpoint(
    checkpoint: &ChainHead,
    base: &ChainBase,
    seen: &HashMap<i64, String>,
    found: &mut LogVerification,
) {
    let number = checkpoint.number;
    match seen.get(&number) {
        Some(link) if *link == checkpoint.link => found.checkpoints += 1,
        Some(_) => {
            let problem = ChainProblem::NotAsAtCheckpoint(number);
            found.problems.push(problem);
        }
        None if number < base.number => found.old_checkpoints += 1,
        None => found.problems.push(ChainProblem::Truncated {
            last: found.head.number,
            checkpoint: number,
        }),
    }
}
