//! Imports JSON lines into a database, which is what a log is read from.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rusqlite::Connection;

use crate::error::LogError;
use crate::json_lines::{SkippedLine, before};
use crate::record::LogRecord;
use crate::sqlite::insert;
use crate::writer::WriterBatch;

/// Imports a file of JSON lines, after the older half beside it (`FILE.1`), in one
/// transaction: a file that is not a log leaves nothing behind.
pub(super) fn import(lines: &Path, database: &mut Connection) -> Result<(), LogError> {
    let failed = |error| LogError::database(lines)(error);
    let transaction = database.transaction().map_err(failed)?;
    let mut import = Import::default();
    let older = before(lines);
    if older.exists() {
        import.read(&older, &transaction)?;
    }
    import.read(lines, &transaction)?;
    let gaps = WriterBatch {
        dropped: import.dropped,
        ..WriterBatch::default()
    };
    insert(&transaction, &gaps)
        .and_then(|_| transaction.commit())
        .map_err(failed)
}

/// What later lines refer to, and what was lost.
#[derive(Default)]
struct Import {
    /// Records in the database, by the id in their line.
    ids: HashMap<String, i64>,
    dropped: u64,
}

impl Import {
    fn read(&mut self, file: &Path, database: &Connection) -> Result<(), LogError> {
        let open = File::open(file).map_err(LogError::file(file))?;
        for (index, line) in BufReader::new(open).split(b'\n').enumerate() {
            let line = line.map_err(LogError::file(file))?;
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            let read = serde_json::from_slice::<LogRecord>(line);
            let added = match (read, serde_json::from_slice::<SkippedLine>(line)) {
                (Ok(record), _) => self.add(record, database),
                (Err(_), Ok(remark)) => self.apply(remark, database),
                // A writer that was killed may have left half a line.
                (Err(_), Err(_)) if !self.ids.is_empty() => {
                    self.dropped += 1;
                    Ok(())
                }
                (Err(source), Err(_)) => {
                    return Err(LogError::Line {
                        path: file.to_owned(),
                        line: index + 1,
                        source,
                    });
                }
            };
            added.map_err(LogError::database(file))?;
        }
        Ok(())
    }

    fn add(&mut self, record: LogRecord, database: &Connection) -> rusqlite::Result<()> {
        let id = record.id.clone().unwrap_or_default();
        let written = WriterBatch {
            records: vec![record],
            ..WriterBatch::default()
        };
        let places = insert(database, &written)?;
        self.ids.extend(places.first().map(|place| (id, *place)));
        Ok(())
    }

    fn apply(&mut self, remark: SkippedLine, database: &Connection) -> rusqlite::Result<()> {
        self.dropped += remark.dropped.unwrap_or(0);
        let place = remark.late.and_then(|id| self.ids.get(&id));
        if let (Some(place), Some(entry)) = (place, remark.entry) {
            let written = WriterBatch {
                late: vec![(*place, entry)],
                ..WriterBatch::default()
            };
            insert(database, &written)?;
        }
        Ok(())
    }
}
