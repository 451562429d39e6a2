//! The thread that writes: it alone touches the file.

use std::sync::Arc;

use serde_json::Value;
use snaphook_redact::Redaction;

use crate::error::LogError;
use crate::keep::{keep, keep_entry};
use crate::late::{LateAnswers, with_late};
use crate::options::ProblemListener;
use crate::queue::{DispatchNumber, LogQueue, QueueBatch, QueueItem};
use crate::record::LogRecord;

/// Dispatches that are written at once.
const BATCH: usize = 256;

/// Times that a batch is tried while another process holds the database.
const TRIES: usize = 3;

/// Where records go.
pub(crate) trait Sink: Send {
    /// Writes records, all or none. Gives the places of those that were written,
    /// for late answers.
    fn write(&mut self, batch: &WriterBatch) -> Result<Vec<i64>, LogError>;

    /// Nothing is left to write for now: time to tidy up.
    fn idle(&mut self) {}
}

/// What is written at once.
#[derive(Debug, Default)]
pub(crate) struct WriterBatch {
    pub(crate) records: Vec<LogRecord>,
    /// Entries of hooks that were over later, with the place of their record.
    pub(crate) late: Vec<(i64, Value)>,
    /// How many records were lost before these.
    pub(crate) dropped: u64,
}

pub(crate) struct Writer {
    pub(crate) queue: Arc<LogQueue>,
    pub(crate) sink: Box<dyn Sink>,
    pub(crate) redaction: Redaction,
    pub(crate) waiting: LateAnswers,
    pub(crate) told: Option<ProblemListener>,
}

impl Writer {
    /// Writes until the queue is closed.
    pub(crate) fn run(mut self) {
        let (mut lost_before, mut failed) = (0, false);
        while let Some(batch) = self.queue.take(BATCH) {
            let (mut written, numbers) = self.prepare(&batch);
            written.dropped += lost_before;
            let failure = match self.write(&written) {
                Ok(places) => {
                    (lost_before, failed) = (0, false);
                    self.waiting.written(&numbers, &places);
                    None
                }
                Err(error) => {
                    let lost = u64::try_from(written.records.len()).unwrap_or(u64::MAX);
                    lost_before = written.dropped.saturating_add(lost);
                    if let Some(told) = self.told.as_ref().filter(|_| !failed) {
                        told.report(&error);
                    }
                    failed = true;
                    Some((lost, error.to_string()))
                }
            };
            self.queue.over(&batch, failure);
            if self.queue.is_empty() {
                self.sink.idle();
            }
        }
    }

    fn write(&mut self, written: &WriterBatch) -> Result<Vec<i64>, LogError> {
        let mut tries = 0;
        loop {
            match self.sink.write(written) {
                Err(error) if error.is_busy() && tries < TRIES => tries += 1,
                result => return result,
            }
        }
    }

    /// The records of a batch, and the number of each.
    fn prepare(&mut self, batch: &QueueBatch) -> (WriterBatch, Vec<Option<DispatchNumber>>) {
        let mut written = WriterBatch {
            dropped: batch.dropped,
            ..WriterBatch::default()
        };
        let mut numbers = Vec::with_capacity(batch.items.len());
        for item in &batch.items {
            match item {
                QueueItem::Dispatched(pending) => {
                    written.records.push(keep(pending, &self.redaction));
                    let number = pending.outcome.as_ref().and_then(|it| it.dispatch);
                    numbers.push(number.map(|number| (pending.origin.number, number.get())));
                }
                QueueItem::Late(number, entry) => {
                    let entry = keep_entry(entry, &self.redaction);
                    self.waiting.late(*number, entry);
                }
            }
        }
        for (record, number) in written.records.iter_mut().zip(&numbers) {
            let late = number.map(|number| self.waiting.of(number));
            for entry in late.unwrap_or_default() {
                record.outcome = record.outcome.take().map(|it| with_late(it, &entry));
            }
        }
        written.late = self.waiting.ready();
        (written, numbers)
    }
}
