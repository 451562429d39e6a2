//! A worker's stdin: lines are written at once where the pipe has room, and by
//! the worker's keeper as it drains. A worker that does not read holds up
//! nobody but itself.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::process::os::{self, PipeWriter};

/// Lines on their way to one worker.
#[derive(Debug, Default)]
pub(super) struct WorkerOutbox {
    lines: Mutex<Lines>,
    /// There is more to write than the pipe took.
    more: Notify,
    /// The keeper should look at how its worker stands.
    pub(super) nudge: Notify,
}

#[derive(Debug, Default)]
struct Lines {
    /// None before the process has started, and after its stdin was closed.
    pipe: Option<Arc<PipeWriter>>,
    waiting: VecDeque<OutboxLine>,
    broken: bool,
}

#[derive(Debug)]
struct OutboxLine {
    id: u64,
    bytes: Vec<u8>,
    written: usize,
}

/// How writing went.
enum WriteResult {
    /// Everything; through this pipe, if there is one yet.
    All(Option<Arc<PipeWriter>>),
    /// The rest when this pipe has room.
    Part(Arc<PipeWriter>),
    /// The reading end is closed.
    Broken,
}

impl WorkerOutbox {
    /// The process has started.
    pub(super) fn open(&self, pipe: PipeWriter) {
        self.lock().pipe = Some(Arc::new(pipe));
    }

    /// Closes the worker's stdin. No flush may be running.
    pub(super) fn close(&self) {
        *self.lock() = Lines {
            broken: true,
            ..Lines::default()
        };
    }

    /// Sends a line.
    pub(super) fn send(&self, id: u64, bytes: Vec<u8>) {
        let mut lines = self.lock();
        if lines.broken {
            return;
        }
        lines.waiting.push_back(OutboxLine {
            id,
            bytes,
            written: 0,
        });
        if !matches!(lines.write(), WriteResult::All(_)) {
            drop(lines);
            self.more.notify_one();
        }
    }

    /// Takes back a line of which nothing was written yet.
    pub(super) fn take_back(&self, id: u64) -> bool {
        let mut lines = self.lock();
        let before = lines.waiting.len();
        lines
            .waiting
            .retain(|line| line.id != id || line.written > 0);
        lines.waiting.len() < before
    }

    /// Writes what is left over, as the pipe takes it. Over when nobody reads
    /// any more.
    pub(super) async fn flush(&self) {
        loop {
            let wrote = self.lock().write();
            match wrote {
                WriteResult::All(None) => self.more.notified().await,
                WriteResult::All(Some(pipe)) => tokio::select! {
                    () = self.more.notified() => {}
                    // Also one that does not write learns that nobody reads.
                    _ = os::closed(&pipe) => return,
                },
                WriteResult::Part(pipe) => {
                    if pipe.writable().await.is_err() {
                        return;
                    }
                }
                WriteResult::Broken => return,
            }
        }
    }

    /// Held while a pipe takes what it has room for, never longer.
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    fn write(&mut self) -> WriteResult {
        if self.broken {
            return WriteResult::Broken;
        }
        let Some(pipe) = &self.pipe else {
            return WriteResult::All(None);
        };
        while let Some(line) = self.waiting.front_mut() {
            match pipe.try_write(&line.bytes[line.written..]) {
                Ok(wrote) => line.written += wrote,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return WriteResult::Part(Arc::clone(pipe));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    self.broken = true;
                    self.waiting.clear();
                    return WriteResult::Broken;
                }
            }
            if line.written == line.bytes.len() {
                self.waiting.pop_front();
            }
        }
        WriteResult::All(Some(Arc::clone(pipe)))
    }
}
