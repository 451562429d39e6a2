//! The log as JSON lines: for those who collect logs with other tools.
//!
//! A file that has half of what may be kept, or is too old, becomes `FILE.1`, in
//! the place of what was there before.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LogError;
use crate::options::LogOptions;
use crate::record::Record;
use crate::sqlite::make_private;
use crate::writer::{Sink, Written};

/// A line that is no record.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Remark {
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
    fn text(&mut self, written: &Written) -> serde_json::Result<(Vec<u8>, Vec<i64>)> {
        let mut text = Vec::new();
        let mut remark = |remark: &Remark| -> serde_json::Result<()> {
            serde_json::to_writer(&mut text, remark)?;
            text.push(b'\n');
            Ok(())
        };
        if written.dropped > 0 {
            remark(&Remark {
                late: None,
                entry: None,
                dropped: Some(written.dropped),
            })?;
        }
        for (place, entry) in &written.late {
            remark(&Remark {
                late: Some(self.id(*place)),
                entry: Some(entry.clone()),
                dropped: None,
            })?;
        }
        let mut places = Vec::with_capacity(written.records.len());
        for record in &written.records {
            self.count += 1;
            let record = Record {
                id: Some(self.id(self.count)),
                ..record.clone()
            };
            serde_json::to_writer(&mut text, &record)?;
            text.push(b'\n');
            places.push(self.count);
        }
        Ok((text, places))
    }

    /// Puts the file aside when it is long, or old.
    fn turn(&self, length: usize) {
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        let Ok(now) = fs::metadata(&self.file) else {
            return;
        };
        let old = |file: &fs::Metadata, time: fn(&fs::Metadata) -> std::io::Result<SystemTime>| {
            let age = time(file).ok().and_then(|time| time.elapsed().ok());
            age.zip(self.age).is_some_and(|(age, most)| age > most)
        };
        let long = self
            .half
            .is_some_and(|half| now.len().saturating_add(length) > half);
        let before = before(&self.file);
        if now.len() > 0 && (long || old(&now, fs::Metadata::created)) {
            let _ = fs::rename(&self.file, &before);
        }
        let last = fs::metadata(&before);
        if last.is_ok_and(|last| old(&last, fs::Metadata::modified)) {
            let _ = fs::remove_file(&before);
        }
    }

    fn append(&self, text: &[u8]) -> std::io::Result<()> {
        let mut file = File::options().append(true).open(&self.file)?;
        file.write_all(text)
    }
}

/// Where the older half is.
pub(crate) fn before(file: &Path) -> PathBuf {
    let mut name = file.to_owned().into_os_string();
    name.push(".1");
    name.into()
}

impl Sink for JsonLines {
    fn write(&mut self, written: &Written) -> Result<Vec<i64>, LogError> {
        let file = self.file.clone();
        let (text, places) = self
            .text(written)
            .map_err(|error| LogError::file(&file)(error.into()))?;
        self.turn(text.len());
        make_private(&file)?;
        self.append(&text).map_err(LogError::file(&file))?;
        Ok(places)
    }
}
