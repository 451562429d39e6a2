//! The bounded queue between dispatches and the writer. A dispatch never waits for it.
//!
//! A full queue drops its oldest item, and counts it. Adding an item costs a copy and,
//! if the writer sleeps, a wake-up; the writer then stays awake for a moment, so that
//! a busy host does not wake it for every event.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use snaphook_core::input::Input;
use snaphook_core::outcome::{HookEntry, Outcome};

use crate::keep::RecordOrigin;

/// How long the writer collects before it writes.
const LINGER: Duration = Duration::from_millis(20);

/// The number of a dispatch: its recorder's, and its own in the engine.
pub(crate) type DispatchNumber = (u64, u64);

/// A dispatch that waits for the writer.
#[derive(Debug)]
pub(crate) struct PendingRecord {
    pub(crate) origin: Arc<RecordOrigin>,
    pub(crate) started: SystemTime,
    pub(crate) took: Duration,
    pub(crate) dialect: &'static str,
    pub(crate) input: Input,
    pub(crate) outcome: Option<Outcome>,
}

/// What waits for the writer.
#[derive(Debug)]
pub(crate) enum QueueItem {
    Dispatched(Box<PendingRecord>),
    /// A hook of a dispatch that was over later.
    Late(DispatchNumber, Box<HookEntry>),
}

/// How much may wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) items: usize,
    pub(crate) bytes: usize,
}

/// The queue. One writer takes from it.
#[derive(Debug)]
pub(crate) struct LogQueue {
    bounds: Bounds,
    state: Mutex<QueueState>,
    /// The writer waits for work.
    work: Condvar,
    /// Others wait for the writer.
    done: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    items: VecDeque<(usize, QueueItem)>,
    bytes: usize,
    /// Dropped since the writer was told last.
    dropped: u64,
    /// How many were ever put in, and how many are no longer waited for.
    put: u64,
    over: u64,
    asleep: bool,
    /// Somebody waits for the writer.
    hurry: bool,
    closed: bool,
    failure: Option<(u64, String)>,
}

/// What the writer is given.
#[derive(Debug)]
pub(crate) struct QueueBatch {
    pub(crate) items: Vec<QueueItem>,
    /// How many were dropped before them.
    pub(crate) dropped: u64,
    /// What is no longer waited for once these are written.
    upto: u64,
}

impl LogQueue {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            state: Mutex::default(),
            work: Condvar::new(),
            done: Condvar::new(),
        }
    }

    /// Puts something in, and what is too old out.
    pub(crate) fn put(&self, item: QueueItem) {
        let size = size(&item);
        let mut state = self.lock();
        if state.closed {
            return;
        }
        state.items.push_back((size, item));
        state.bytes += size;
        state.put += 1;
        // One always has room, however large it is.
        while state.items.len() > 1
            && (state.items.len() > self.bounds.items || state.bytes > self.bounds.bytes)
        {
            if let Some((size, dropped)) = state.items.pop_front() {
                state.bytes -= size;
                state.dropped += u64::from(matches!(dropped, QueueItem::Dispatched(_)));
            }
        }
        let wake = std::mem::take(&mut state.asleep);
        drop(state);
        if wake {
            self.work.notify_one();
        }
    }

    /// The next batch; waits for one. `None` if the queue is closed and empty.
    pub(crate) fn take(&self, most: usize) -> Option<QueueBatch> {
        let mut state = self.lock();
        while state.items.is_empty() && state.dropped == 0 {
            if state.closed {
                return None;
            }
            state.asleep = true;
            state = self.wait(&self.work, state);
        }
        state.asleep = false;
        let until = Instant::now() + LINGER;
        while !state.hurry && !state.closed && state.items.len() < most {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.work.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let count = state.items.len().min(most);
        let taken: Vec<_> = state.items.drain(..count).collect();
        state.bytes -= taken.iter().map(|(size, _)| size).sum::<usize>();
        let left = u64::try_from(state.items.len()).unwrap_or_default();
        Some(QueueBatch {
            items: taken.into_iter().map(|(_, item)| item).collect(),
            dropped: std::mem::take(&mut state.dropped),
            upto: state.put - left,
        })
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().items.is_empty()
    }

    /// A batch is over: written, or lost for a reason.
    pub(crate) fn over(&self, batch: &QueueBatch, failure: Option<(u64, String)>) {
        let mut state = self.lock();
        state.over = state.over.max(batch.upto);
        if let Some((lost, why)) = failure {
            let before = state.failure.take().map_or(0, |(lost, _)| lost);
            state.failure = Some((before + lost, why));
        }
        drop(state);
        self.done.notify_all();
    }

    /// Waits until everything that is in now is over, but not longer than this;
    /// false when it is not. What was lost since this was asked last comes with
    /// it.
    pub(crate) fn flush(&self, patience: Duration) -> (bool, Option<(u64, String)>) {
        let until = Instant::now() + patience;
        let mut state = self.lock();
        let wanted = state.put;
        while state.over < wanted {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                state.hurry = false;
                return (false, state.failure.take());
            }
            state.hurry = true;
            self.work.notify_one();
            let waited = self.done.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.hurry = false;
        (true, state.failure.take())
    }

    /// Takes nothing more in; the writer ends when it has written the rest.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &self,
        on: &Condvar,
        state: MutexGuard<'a, QueueState>,
    ) -> MutexGuard<'a, QueueState> {
        on.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The approximate size of an item in bytes. It is computed while an event waits, so
/// only fields that can be large count.
fn size(item: &QueueItem) -> usize {
    match item {
        QueueItem::Late(_, entry) => of_entry(entry),
        QueueItem::Dispatched(pending) => {
            let outcome = pending.outcome.as_ref().map_or(0, of_outcome);
            512 + pending.input.fields().size() + outcome
        }
    }
}

fn of_outcome(outcome: &Outcome) -> usize {
    let entries: usize = outcome.hooks.iter().map(of_entry).sum();
    let said = match outcome.is_silent() {
        true => 0,
        false => written(&**outcome),
    };
    let remarks = outcome.diagnostics.iter().map(written).sum::<usize>();
    entries + said + remarks
}

fn of_entry(entry: &HookEntry) -> usize {
    let texts = [&entry.stdout, &entry.stderr, &entry.error];
    let texts = texts.into_iter().flatten().map(String::len);
    512 + texts.sum::<usize>()
}

/// How long the JSON of something is. Nothing that hooks say may be forgotten here.
fn written(value: &impl serde::Serialize) -> usize {
    let mut count = QueueCount(0);
    // Counting never fails.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

struct QueueCount(usize);

impl std::io::Write for QueueCount {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
