//! The log as JSON lines: for those who collect logs with other tools. They are only
//! written here; `read/import` makes a database of them.
//!
//! A file that has half of what may be kept, or is too old, becomes `FILE.1`, in
//! the place of what was there before.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LogError;
use crate::options::LogOptions;
use crate::record::LogRecord;
use crate::sqlite::make_private;
use crate::writer::{Sink, WriterBatch};

/// A line that is not a record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SkippedLine {
    /// The record whose background hook was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) late: Option<String>,
    /// Its entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<Value>,
    /// How many records were lost here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dropped: Option<u64>,
}

/// A file of lines that is added to.
pub(crate) struct JsonLines {
    file: PathBuf,
    half: Option<u64>,
    age: Option<Duration>,
    /// Tells the ids of this process from those of others.
    process: String,
    count: i64,
}

impl JsonLines {
    pub(crate) fn new(options: &LogOptions) -> Self {
        let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let began = began.unwrap_or_default().as_millis();
        let some = |number: u32| (number > 0).then_some(u64::from(number));
        Self {
            file: options.file.clone(),
            half: some(options.max_megabytes).map(|megabytes| megabytes * 1024 * 1024 / 2),
            age: some(options.max_days).map(|days| Duration::from_secs(days * 24 * 60 * 60)),
            process: format!("{began:x}-{:x}", std::process::id()),
            count: 0,
        }
    }

    fn id(&self, place: i64) -> String {
        format!("{}-{place}", self.process)
    }

    /// Everything in one write: lines of several writers do not mix.
    fn text(&mut self, written: &WriterBatch) -> serde_json::Result<(Vec<u8>, Vec<i64>)> {
        let mut text = Vec::new();
        let mut remark = |remark: &SkippedLine| -> serde_json::Result<()> {
            serde_json::to_writer(&mut text, remark)?;
            text.push(b'\n');
            Ok(())
        };
        if written.dropped > 0 {
            remark(&SkippedLine {
                late: None,
                entry: None,
                dropped: Some(written.dropped),
            })?;
        }
        for (place, entry) in &written.late {
            remark(&SkippedLine {
                late: Some(self.id(*place)),
                entry: Some(entry.clone()),
                dropped: None,
            })?;
        }
        let mut places = Vec::with_capacity(written.records.len());
        for record in &written.records {
            self.count += 1;
            let record = LogRecord {
                id: Some(self.id(self.count)),
                ..record.clone()
            };
            serde_json::to_writer(&mut text, &record)?;
            text.push(b'\n');
            places.push(self.count);
        }
        Ok((text, places))
    }

    /// The file, for this process alone until it is closed. It may have been put
    /// aside while this waited for it: then there is another one.
    fn open(&self) -> Result<File, LogError> {
        loop {
            make_private(&self.file)?;
            let mut options = File::options();
            let opened = options.read(true).append(true).open(&self.file);
            let file = match opened {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                opened => opened.map_err(LogError::file(&self.file))?,
            };
            // Where files cannot be locked, lines still do not mix.
            let locked = file.lock().is_ok();
            if !locked || is_at(&file, &self.file) {
                return Ok(file);
            }
        }
    }

    /// Whether the file is to be put aside: it is long, or old.
    fn is_full(&self, file: &fs::Metadata, length: usize) -> bool {
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        let half = self.half;
        let long = half.is_some_and(|half| file.len().saturating_add(length) > half);
        file.len() > 0 && (long || self.is_old(file.created()))
    }

    fn is_old(&self, time: std::io::Result<SystemTime>) -> bool {
        let age = time.ok().and_then(|time| time.elapsed().ok());
        age.zip(self.age).is_some_and(|(age, most)| age > most)
    }

    /// Adds these lines, to a new file where the one that is there is full.
    fn append(&self, text: &[u8]) -> Result<(), LogError> {
        let before = before(&self.file);
        let mut file = self.open()?;
        let full = file
            .metadata()
            .is_ok_and(|it| self.is_full(&it, text.len()));
        // Under the lock: two processes would put the new file in the place of the
        // old one.
        if full && fs::rename(&self.file, &before).is_ok() {
            file = self.open()?;
        }
        let last = fs::metadata(&before);
        if last.is_ok_and(|last| self.is_old(last.modified())) {
            let _ = fs::remove_file(&before);
        }
        let mut write = || -> std::io::Result<()> {
            match ends_within_a_line(&mut file)? {
                true => file.write_all(&[b"\n", text].concat()),
                false => file.write_all(text),
            }
        };
        write().map_err(LogError::file(&self.file))
    }
}

/// Whether a writer that was killed left half a line: the next one must not become
/// its end.
fn ends_within_a_line(file: &mut File) -> std::io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// Whether an open file is the one that has this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |it: fs::Metadata| (it.dev(), it.ino());
    let file = file.metadata().map(identity);
    file.is_ok_and(|file| fs::metadata(path).is_ok_and(|it| identity(it) == file))
}

/// Elsewhere one that was put aside is shorter, or gone.
#[cfg(not(unix))]
fn is_at(file: &File, path: &Path) -> bool {
    let created = |it: fs::Metadata| it.created().ok();
    let file = file.metadata().map(created);
    file.is_ok_and(|file| fs::metadata(path).is_ok_and(|it| created(it) == file))
}

/// Where the older half is.
pub(crate) fn before(file: &Path) -> PathBuf {
    let mut name = file.to_owned().into_os_string();
    name.push(".1");
    name.into()
}

impl Sink for JsonLines {
    fn write(&mut self, written: &WriterBatch) -> Result<Vec<i64>, LogError> {
        let file = self.file.clone();
        let (text, places) = self
            .text(written)
            .map_err(|error| LogError::file(&file)(error.into()))?;
        self.append(&text)?;
        Ok(places)
    }
}
