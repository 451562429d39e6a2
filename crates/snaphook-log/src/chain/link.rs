//! The hashes of the chain. Every part has its length before it, so that no two records
//! are the same bytes.

use rusqlite::{Connection, OptionalExtension, Row};
use sha2::{Digest, Sha256};

/// A SHA-256.
pub(super) type ChainDigest = [u8; 32];

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A record was written.
    Record = 1,
    /// An answer came late, and the record has it now.
    Late = 2,
    /// The limits of the log removed a record.
    Removed = 3,
}

impl EntryKind {
    pub(super) fn of(number: i64) -> Option<Self> {
        [Self::Record, Self::Late, Self::Removed]
            .into_iter()
            .find(|kind| *kind as i64 == number)
    }
}

/// The hash of an entry, and by it of all entries before.
pub(super) fn link_of(
    before: &[u8],
    number: i64,
    kind: i64,
    event: i64,
    content: &[u8],
) -> ChainDigest {
    let mut hash = Sha256::new();
    hash.update(b"snaphook-log-chain-1\n");
    for part in [
        before,
        &number.to_be_bytes(),
        &kind.to_be_bytes(),
        &event.to_be_bytes(),
        content,
    ] {
        put(&mut hash, part);
    }
    hash.finalize().into()
}

fn put(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_be_bytes());
    hash.update(part);
}

/// Every column of a record but its number.
pub(super) const COLUMNS: &str = "e.time, e.source, e.session, e.event, e.tool, e.decision, \
     e.duration_us, e.redacted, e.cut, b.project, b.dialect, b.input, b.outcome";

/// The hash of a record in these columns, which begin at this one.
pub(super) fn content_of(row: &Row<'_>, first: usize) -> rusqlite::Result<ChainDigest> {
    let mut hash = Sha256::new();
    for column in first..first + 13 {
        let value = row.get_ref(column)?;
        match value {
            rusqlite::types::ValueRef::Null => put(&mut hash, b"null"),
            rusqlite::types::ValueRef::Integer(number) => {
                put(&mut hash, b"number");
                put(&mut hash, &number.to_be_bytes());
            }
            rusqlite::types::ValueRef::Real(number) => {
                put(&mut hash, b"real");
                put(&mut hash, &number.to_be_bytes());
            }
            rusqlite::types::ValueRef::Text(text) => {
                put(&mut hash, b"text");
                put(&mut hash, text);
            }
            rusqlite::types::ValueRef::Blob(bytes) => {
                put(&mut hash, b"bytes");
                put(&mut hash, bytes);
            }
        }
    }
    Ok(hash.finalize().into())
}

/// The hash of a record as the log has it; `None` if it is gone.
pub(super) fn content_in(
    connection: &Connection,
    event: i64,
) -> rusqlite::Result<Option<ChainDigest>> {
    let sql =
        format!("SELECT {COLUMNS} FROM events e LEFT JOIN bodies b ON b.id = e.id WHERE e.id = ?");
    let mut statement = connection.prepare_cached(&sql)?;
    statement
        .query_row([event], |row| content_of(row, 0))
        .optional()
}
