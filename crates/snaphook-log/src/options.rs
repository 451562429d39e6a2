//! How a log is kept.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::error::LogError;

/// How a log is kept: where, for how long, and without what.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct LogOptions {
    /// The file. One whose name ends in `.jsonl` or `.ndjson` has a JSON line per
    /// dispatch; any other is an SQLite database.
    pub file: PathBuf,
    /// Days after which a record goes; 0: never.
    pub max_days: u32,
    /// Megabytes that all records together may take; 0: any number.
    pub max_megabytes: u32,
    /// Fields whose values are taken out, beside what is, or may be, a secret.
    pub redact_fields: Vec<String>,
    /// How many records may wait for the writer.
    pub queue: usize,
    /// How many bytes these may take, about.
    pub queue_bytes: usize,
    /// How long the writer waits for other processes that hold the database.
    pub patience: Duration,
    /// More than one record is to come: the writer may take its time to make
    /// texts searchable. A command that records one event leaves that to others.
    pub stays: bool,
    pub(crate) told: Option<ProblemListener>,
}

/// Who is told when the log cannot be written.
#[derive(Clone)]
pub(crate) struct ProblemListener(Arc<dyn Fn(&LogError) + Send + Sync>);

impl ProblemListener {
    pub(crate) fn report(&self, error: &LogError) {
        (self.0)(error);
    }
}

impl fmt::Debug for ProblemListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Told")
    }
}

impl LogOptions {
    /// Days that records are kept.
    pub const MAX_DAYS: u32 = 30;

    /// Megabytes that records may take.
    pub const MAX_MEGABYTES: u32 = 1024;

    /// A log in this file, with the usual limits.
    #[must_use]
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            max_days: Self::MAX_DAYS,
            max_megabytes: Self::MAX_MEGABYTES,
            redact_fields: Vec::new(),
            queue: 4096,
            queue_bytes: 64 * 1024 * 1024,
            patience: Duration::from_secs(2),
            stays: true,
            told: None,
        }
    }

    /// Calls this when records cannot be written: once, until some can be again.
    /// It is called on the writer's thread.
    #[must_use]
    pub fn on_failure(mut self, told: impl Fn(&LogError) + Send + Sync + 'static) -> Self {
        self.told = Some(ProblemListener(Arc::new(told)));
        self
    }

    /// Days after which a record goes; 0: never.
    #[must_use]
    pub fn max_days(mut self, days: u32) -> Self {
        self.max_days = days;
        self
    }

    /// Megabytes that all records together may take; 0: any number.
    #[must_use]
    pub fn max_megabytes(mut self, megabytes: u32) -> Self {
        self.max_megabytes = megabytes;
        self
    }

    /// Takes the values of these fields out. A name with a dot is a path from the
    /// root of the input: `tool_input.content`.
    #[must_use]
    pub fn redact_fields<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.redact_fields.extend(names.into_iter().map(Into::into));
        self
    }

    /// How many records may wait for the writer; the oldest are dropped, and
    /// counted, when there are more.
    #[must_use]
    pub fn queue(mut self, records: usize) -> Self {
        self.queue = records.max(1);
        self
    }

    /// How long the writer waits for other processes that hold the database.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Whether more than one record is to come.
    #[must_use]
    pub fn long_lived(mut self, stays: bool) -> Self {
        self.stays = stays;
        self
    }

    /// Whether the file has JSON lines.
    #[must_use]
    pub fn is_json_lines(&self) -> bool {
        is_json_lines(&self.file)
    }
}

pub(crate) fn is_json_lines(file: &std::path::Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("jsonl" | "ndjson"))
}
