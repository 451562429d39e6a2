//! JSON lines as a database in memory, so that everything that reads a log reads
//! them, too.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rusqlite::Connection;

use crate::error::LogError;
use crate::json_lines::{Remark, before};
use crate::record::Record;
use crate::sqlite::{Database, in_memory};
use crate::writer::{Sink, Written};

/// Records that are taken over at once.
const STEP: usize = 1000;

/// Reads a file of lines, and what was put aside before it.
pub(super) fn read(file: &Path) -> Result<Connection, LogError> {
    let mut reading = Reading {
        database: Database::over(in_memory()?),
        ids: HashMap::new(),
        written: Written::default(),
    };
    let older = before(file);
    if older.exists() {
        reading.file(&older)?;
    }
    reading.file(file)?;
    reading.write()?;
    match reading.database.into_connection() {
        Some(connection) => Ok(connection),
        None => in_memory(),
    }
}

struct Reading {
    database: Database,
    /// Where records are, by the id in their line.
    ids: HashMap<String, i64>,
    written: Written,
}

impl Reading {
    fn file(&mut self, file: &Path) -> Result<(), LogError> {
        let lines = BufReader::new(File::open(file).map_err(LogError::file(file))?);
        for (number, line) in lines.split(b'\n').enumerate() {
            let line = line.map_err(LogError::file(file))?;
            if line.is_empty() {
                continue;
            }
            match serde_json::from_slice::<Record>(&line) {
                Ok(record) => self.written.records.push(record),
                Err(error) => match serde_json::from_slice::<Remark>(&line) {
                    Ok(remark) => self.remark(remark)?,
                    // A writer that was killed may have left half a line.
                    Err(_) if self.any_record() => self.written.dropped += 1,
                    Err(_) => {
                        return Err(LogError::Line {
                            path: file.to_owned(),
                            line: number + 1,
                            source: error,
                        });
                    }
                },
            }
            if self.written.records.len() >= STEP {
                self.write()?;
            }
        }
        Ok(())
    }

    fn any_record(&self) -> bool {
        !self.ids.is_empty() || !self.written.records.is_empty()
    }

    fn remark(&mut self, remark: Remark) -> Result<(), LogError> {
        self.written.dropped += remark.dropped.unwrap_or(0);
        if let (Some(late), Some(entry)) = (remark.late, remark.entry) {
            self.write()?;
            if let Some(place) = self.ids.get(&late) {
                self.written.late.push((*place, entry));
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), LogError> {
        let written = std::mem::take(&mut self.written);
        let places = self.database.write(&written)?;
        for (record, place) in written.records.into_iter().zip(places) {
            if let Some(id) = record.id {
                self.ids.insert(id, place);
            }
        }
        Ok(())
    }
}
