//! JSON lines as a database in memory, so that everything that reads a log reads
//! them, too. What is added to the file later is read on from where it ended: the
//! numbers of events stay, even when the file is put aside meanwhile.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Seek};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::LogError;
use crate::json_lines::{Remark, before, is_at};
use crate::record::Record;
use crate::sqlite::insert;
use crate::writer::Written;

/// Records that are taken over at once.
const STEP: usize = 1000;

/// A file of lines that is read, and read on.
#[derive(Debug)]
pub(super) struct Lines {
    file: PathBuf,
    /// The file that is being read: another one may stand in its place by now.
    open: Option<BufReader<File>>,
    /// A line that is not whole yet.
    half: Vec<u8>,
    number: usize,
    /// Where records are, by the id in their line.
    ids: HashMap<String, i64>,
    written: Written,
}

impl Lines {
    /// Reads a file of lines, and what was put aside before it, into this database.
    pub(super) fn read(file: &Path, connection: &Connection) -> Result<Self, LogError> {
        let mut lines = Self {
            file: file.to_owned(),
            open: None,
            half: Vec::new(),
            number: 0,
            ids: HashMap::new(),
            written: Written::default(),
        };
        let older = before(file);
        if older.exists() {
            lines.begin(&older)?;
            lines.read_lines(&older, connection)?;
            lines.end(&older, connection)?;
        }
        lines.begin(file)?;
        lines.read_lines(file, connection)?;
        Ok(lines)
    }

    /// Reads what was added since.
    pub(super) fn read_on(&mut self, connection: &Connection) -> Result<(), LogError> {
        let file = self.file.clone();
        self.read_lines(&file, connection)?;
        let same = self
            .open
            .as_ref()
            .is_some_and(|open| is_at(open.get_ref(), &file));
        if !same {
            // It was put aside: its last lines may have come meanwhile.
            self.read_lines(&file, connection)?;
            self.end(&file, connection)?;
            match self.begin(&file) {
                Err(error) if error.is_missing() => return Ok(()),
                begun => begun?,
            }
            self.read_lines(&file, connection)?;
        }
        Ok(())
    }

    fn begin(&mut self, file: &Path) -> Result<(), LogError> {
        let open = File::open(file).map_err(LogError::file(file))?;
        self.open = Some(BufReader::new(open));
        self.number = 0;
        Ok(())
    }

    /// Reads every whole line there is.
    fn read_lines(&mut self, file: &Path, connection: &Connection) -> Result<(), LogError> {
        let Some(mut open) = self.open.take() else {
            return Ok(());
        };
        // Somebody may have emptied it.
        let mut shorter = || -> std::io::Result<bool> {
            Ok(open.get_ref().metadata()?.len() < open.stream_position()?)
        };
        if shorter().map_err(LogError::file(file))? {
            open.rewind().map_err(LogError::file(file))?;
            self.half.clear();
        }
        loop {
            let read = open.read_until(b'\n', &mut self.half);
            match read {
                Ok(0) => break,
                Ok(_) if self.half.ends_with(b"\n") => {
                    self.number += 1;
                    let line = std::mem::take(&mut self.half);
                    self.line(line.trim_ascii(), file, connection)?;
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(LogError::file(file)(error)),
            }
        }
        self.open = Some(open);
        // The last one may lack nothing but its end.
        if let Ok(record) = serde_json::from_slice::<Record>(&self.half) {
            self.written.records.push(record);
            self.half.clear();
        }
        self.write(connection)
    }

    /// Nothing will be added to this file: half a line stays one.
    fn end(&mut self, file: &Path, connection: &Connection) -> Result<(), LogError> {
        self.open = None;
        let half = std::mem::take(&mut self.half);
        self.line(&half, file, connection)?;
        self.write(connection)
    }

    fn line(&mut self, line: &[u8], file: &Path, connection: &Connection) -> Result<(), LogError> {
        if line.is_empty() {
            return Ok(());
        }
        match serde_json::from_slice::<Record>(line) {
            Ok(record) => self.written.records.push(record),
            Err(error) => match serde_json::from_slice::<Remark>(line) {
                Ok(remark) => self.remark(remark, connection)?,
                // A writer that was killed may have left half a line.
                Err(_) if self.any_record() => self.written.dropped += 1,
                Err(_) => {
                    return Err(LogError::Line {
                        path: file.to_owned(),
                        line: self.number,
                        source: error,
                    });
                }
            },
        }
        match self.written.records.len() >= STEP {
            true => self.write(connection),
            false => Ok(()),
        }
    }

    fn any_record(&self) -> bool {
        !self.ids.is_empty() || !self.written.records.is_empty()
    }

    fn remark(&mut self, remark: Remark, connection: &Connection) -> Result<(), LogError> {
        self.written.dropped += remark.dropped.unwrap_or(0);
        if let (Some(late), Some(entry)) = (remark.late, remark.entry) {
            self.write(connection)?;
            if let Some(place) = self.ids.get(&late) {
                self.written.late.push((*place, entry));
            }
        }
        Ok(())
    }

    fn write(&mut self, connection: &Connection) -> Result<(), LogError> {
        let written = std::mem::take(&mut self.written);
        let write = || -> rusqlite::Result<Vec<i64>> {
            let transaction = connection.unchecked_transaction()?;
            let places = insert(&transaction, &written)?;
            transaction.commit()?;
            Ok(places)
        };
        let places = write().map_err(LogError::database(&self.file))?;
        for (record, place) in written.records.into_iter().zip(places) {
            if let Some(id) = record.id {
                self.ids.insert(id, place);
            }
        }
        Ok(())
    }
}
