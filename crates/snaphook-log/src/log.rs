//! The audit log, as an engine writes to it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use snaphook_core::outcome::HookEntry;
use snaphook_core::recorder::{DispatchRecord, Recorder};
use snaphook_redact::Redaction;

use crate::error::LogError;
use crate::json_lines::JsonLines;
use crate::keep::RecordOrigin;
use crate::late::LateAnswers;
use crate::options::LogOptions;
use crate::queue::{Bounds, LogQueue, PendingRecord, QueueItem};
use crate::sqlite::Database;
use crate::writer::{Sink, Writer};

/// How long a log that is dropped may take to write what waits.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// An audit log, open for writing. Cloning gives another handle. When the last handle
/// and the last recorder are dropped, the writer writes what is queued and ends.
///
/// The file is opened for the first record. Dispatches never wait for it: records go
/// through a bounded queue to a thread that writes them.
///
/// ```
/// use std::time::Duration;
/// use snaphook::prelude::*;
/// use snaphook::{Engine, Input};
/// use snaphook_log::{AuditLog, Filter, LogOptions, LogReader};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let file = folder.path().join("log.db");
/// let log = AuditLog::new(LogOptions::new(&file));
/// let engine = Engine::builder().recorder(log.recorder("my-agent", None)).build()?;
/// engine.execute(Input::parse(r#"{"hook_event_name": "Stop"}"#)?).await;
///
/// log.flush(Duration::from_secs(5))?;
/// let mut reader = LogReader::open(&file)?;
/// let events = reader.newest(&Filter::default(), 10)?;
/// assert_eq!(events[0].event, "Stop");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct AuditLog(Arc<LogShared>);

#[derive(Debug)]
struct LogShared {
    options: LogOptions,
    queue: Arc<LogQueue>,
    started: AtomicBool,
    recorders: AtomicU64,
}

impl AuditLog {
    /// A log that is kept like this.
    #[must_use]
    pub fn new(options: LogOptions) -> Self {
        let bounds = Bounds {
            items: options.queue,
            bytes: options.queue_bytes,
        };
        Self(Arc::new(LogShared {
            options,
            queue: Arc::new(LogQueue::new(bounds)),
            started: AtomicBool::new(false),
            recorders: AtomicU64::new(0),
        }))
    }

    /// A recorder for one engine. `source` says who fires its events, `project`
    /// where its settings come from.
    #[must_use]
    pub fn recorder(&self, source: &str, project: Option<&Path>) -> Arc<dyn Recorder> {
        Arc::new(LogRecorder {
            log: Arc::clone(&self.0),
            origin: Arc::new(RecordOrigin {
                number: self.0.recorders.fetch_add(1, Ordering::Relaxed),
                source: source.to_owned(),
                project: project.map(|path| path.to_string_lossy().into_owned()),
            }),
        })
    }

    /// Where it is kept.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.options.file
    }

    /// Waits until everything that was recorded is written, but not longer than
    /// this. Blocks the thread.
    ///
    /// # Errors
    /// When it takes longer, or something was lost since this was asked last.
    pub fn flush(&self, patience: Duration) -> Result<(), LogError> {
        match self.0.queue.flush(patience) {
            (_, Some((lost, why))) => Err(LogError::NotWritten { lost, why }),
            (false, None) => Err(LogError::Slow(self.file().to_owned())),
            (true, None) => Ok(()),
        }
    }
}

impl LogShared {
    fn put(self: &Arc<Self>, item: QueueItem) {
        self.queue.put(item);
        if !self.started.swap(true, Ordering::AcqRel) {
            self.start();
        }
    }

    fn start(&self) {
        let queue = Arc::clone(&self.queue);
        let options = self.options.clone();
        let run = move || {
            let redaction = Redaction::thorough().fields(&options.redact_fields);
            let sink: Box<dyn Sink> = match options.is_json_lines() {
                true => Box::new(JsonLines::new(&options)),
                false => Box::new(Database::new(&options)),
            };
            let writer = Writer {
                queue,
                sink,
                redaction,
                waiting: LateAnswers::default(),
                told: options.told,
            };
            writer.run();
        };
        let thread = std::thread::Builder::new().name("snaphook-log".to_owned());
        if thread.spawn(run).is_err() {
            // `flush` reports that nothing is written; the next record tries
            // again.
            self.started.store(false, Ordering::Release);
        }
    }
}

impl Drop for LogShared {
    fn drop(&mut self) {
        if *self.started.get_mut() {
            let _ = self.queue.flush(LAST_WORDS);
        }
        self.queue.close();
    }
}

/// Puts aside what one engine tells.
struct LogRecorder {
    log: Arc<LogShared>,
    origin: Arc<RecordOrigin>,
}

impl Recorder for LogRecorder {
    fn dispatched(&self, dispatched: &DispatchRecord<'_>) {
        self.log.put(QueueItem::Dispatched(Box::new(PendingRecord {
            origin: Arc::clone(&self.origin),
            started: dispatched.started,
            took: dispatched.took,
            dialect: dispatched.dialect,
            input: dispatched.input.clone(),
            outcome: dispatched.outcome.cloned(),
        })));
    }

    fn finished_late(&self, dispatch: u64, entry: &HookEntry) {
        let number = (self.origin.number, dispatch);
        self.log
            .put(QueueItem::Late(number, Box::new(entry.clone())));
    }
}
