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
pub(super) struct Outbox {
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
    waiting: VecDeque<Line>,
    broken: bool,
}

#[derive(Debug)]
struct Line {
    id: u64,
    bytes: Vec<u8>,
    written: usize,
}

/// How writing went.
enum Wrote {
    /// Everything; through this pipe, if there is one yet.
    All(Option<Arc<PipeWriter>>),
    /// The rest when this pipe has room.
    Part(Arc<PipeWriter>),
    /// Nobody reads any more.
    Broken,
}

impl Outbox {
    /// The process has started.
    pub(super) fn open(&self, pipe: PipeWriter) {
        self.lock().pipe = Some(Arc::new(pipe));
    }

    /// Closes the worker's stdin. Whoever flushes must be gone by then.
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
        lines.waiting.push_back(Line {
            id,
            bytes,
            written: 0,
        });
        if !matches!(lines.write(), Wrote::All(_)) {
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
                Wrote::All(None) => self.more.notified().await,
                Wrote::All(Some(pipe)) => tokio::select! {
                    () = self.more.notified() => {}
                    // Also one that does not write learns that nobody reads.
                    _ = os::closed(&pipe) => return,
                },
                Wrote::Part(pipe) => {
                    if pipe.writable().await.is_err() {
                        return;
                    }
                }
                Wrote::Broken => return,
            }
        }
    }

    /// Held while a pipe takes what it has room for, never longer.
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    fn write(&mut self) -> Wrote {
        if self.broken {
            return Wrote::Broken;
        }
        let Some(pipe) = &self.pipe else {
            return Wrote::All(None);
        };
        while let Some(line) = self.waiting.front_mut() {
            match pipe.try_write(&line.bytes[line.written..]) {
                Ok(wrote) => line.written += wrote,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Wrote::Part(Arc::clone(pipe));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    self.broken = true;
                    self.waiting.clear();
                    return Wrote::Broken;
                }
            }
            if line.written == line.bytes.len() {
                self.waiting.pop_front();
            }
        }
        Wrote::All(Some(Arc::clone(pipe)))
    }
}
