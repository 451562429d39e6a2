//! Reads the log from several threads at once. The log may not be there yet, and may be replaced
//! by another file while the page is open.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use serde_json::value::RawValue;
use snaphook_log::{LogError, LogReader};
use snaphook_redact::Redaction;

/// Readers that are kept for the next request.
const KEPT: usize = 4;

/// Members of inputs that rows do not show, and that may be long or are in other columns.
const NOT_IN_ROWS: [&str; 8] = [
    "tool_response",
    "tool_output",
    "transcript_path",
    "session_id",
    "cwd",
    "hook_event_name",
    "tool_use_id",
    "conversation",
];

/// The log, for requests that read it.
pub(crate) struct LogAccess {
    file: PathBuf,
    readers: Mutex<Vec<(FileIdentity, LogReader)>>,
    redaction: Redaction,
}

/// What tells one log file from another one of the same name.
pub(crate) type FileIdentity = Option<(u64, u64)>;

impl LogAccess {
    pub(crate) fn new(file: PathBuf, redact_fields: &[String]) -> Self {
        Self {
            file,
            readers: Mutex::default(),
            redaction: Redaction::thorough().fields(redact_fields),
        }
    }

    pub(crate) fn file(&self) -> &std::path::Path {
        &self.file
    }

    /// Reads the log; `None` where there is none yet.
    pub(crate) fn read<T>(
        &self,
        look: impl FnOnce(&mut LogReader) -> Result<T, LogError>,
    ) -> Result<Option<T>, LogError> {
        let identity = self.identity();
        let Some(mut reader) = self.reader(identity)? else {
            return Ok(None);
        };
        let looked = look(&mut reader)?;
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < KEPT {
            readers.push((identity, reader));
        }
        Ok(Some(looked))
    }

    fn reader(&self, identity: FileIdentity) -> Result<Option<LogReader>, LogError> {
        let kept = {
            let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
            readers.retain(|(of, _)| *of == identity);
            readers.pop()
        };
        match kept {
            Some((_, reader)) => Ok(Some(reader)),
            None => self.open(),
        }
    }

    /// Opens the log; `None` where there is none yet.
    pub(crate) fn open(&self) -> Result<Option<LogReader>, LogError> {
        match LogReader::open(&self.file) {
            Ok(reader) => Ok(Some(reader)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Which file the log is now.
    #[cfg(unix)]
    pub(crate) fn identity(&self) -> FileIdentity {
        use std::os::unix::fs::MetadataExt;
        let found = std::fs::metadata(&self.file).ok()?;
        Some((found.dev(), found.ino()))
    }

    /// Elsewhere a file that is open cannot be replaced.
    #[cfg(not(unix))]
    pub(crate) fn identity(&self) -> FileIdentity {
        self.file.exists().then_some((0, 0))
    }

    /// Takes secrets out of a recorded value: the log may be older than today's rules for
    /// secrets, or another program may have written it.
    pub(crate) fn shown(&self, raw: &RawValue) -> Value {
        let mut value = serde_json::from_str(raw.get()).unwrap_or_default();
        self.redaction.value(&mut value);
        value
    }

    /// What a row shows of an input, without secrets. Results of tools, which are long, are not
    /// part of it.
    pub(crate) fn shown_summary(&self, raw: &RawValue) -> Value {
        let mut value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
        if let Some(members) = value.as_object_mut() {
            members.retain(|key, _| !NOT_IN_ROWS.contains(&key.as_str()));
        }
        self.redaction.value(&mut value);
        value
    }

    /// Takes secrets out of a text.
    pub(crate) fn shown_text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        self.redaction.text(&mut text);
        text
    }
}
