//! Windows: the writing end of a pipe that can be tried without waiting.
//!
//! Pipes to children know only writes that wait. A thread of the pipe's own
//! does them, one piece at a time; it ends with the pipe.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use tokio::process::ChildStdin;
use tokio::sync::Notify;

/// The longest piece that is taken at once.
const PIECE: usize = 64 * 1024;

/// The writing end of a pipe.
#[derive(Debug)]
pub(crate) struct PipeWriter {
    pieces: mpsc::SyncSender<Vec<u8>>,
    state: Arc<PipeState>,
}

#[derive(Debug, Default)]
struct PipeState {
    /// A piece is being written.
    busy: AtomicBool,
    /// The reading end is closed.
    broken: AtomicBool,
    changed: Notify,
}

impl PipeWriter {
    /// Gives as much as is taken at once.
    ///
    /// # Errors
    /// Of the kind `WouldBlock` while a piece is on its way, `BrokenPipe` when
    /// nobody reads any more.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        if self.state.broken.load(Ordering::Acquire) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if self.state.busy.swap(true, Ordering::AcqRel) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let piece = &bytes[..bytes.len().min(PIECE)];
        match self.pieces.try_send(piece.to_vec()) {
            Ok(()) => Ok(piece.len()),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until the pipe has room or its reading end is closed.
    ///
    /// # Errors
    /// Never: the next write tells.
    pub(crate) async fn writable(&self) -> io::Result<()> {
        self.until(|state| !state.busy.load(Ordering::Acquire))
            .await;
        Ok(())
    }

    /// Waits for a change after which this holds, or the pipe is broken.
    async fn until(&self, holds: impl Fn(&PipeState) -> bool) {
        loop {
            let changed = self.state.changed.notified();
            let mut changed = std::pin::pin!(changed);
            // From here on no change is missed.
            changed.as_mut().enable();
            if self.state.broken.load(Ordering::Acquire) || holds(&self.state) {
                return;
            }
            changed.await;
        }
    }
}

/// A child's stdin as such an end.
pub(crate) fn pipe_writer(stdin: ChildStdin) -> io::Result<PipeWriter> {
    let mut pipe = File::from(stdin.into_owned_handle()?);
    let (pieces, to_write) = mpsc::sync_channel::<Vec<u8>>(1);
    let state = Arc::new(PipeState::default());
    let shared = Arc::clone(&state);
    std::thread::Builder::new()
        .name("snaphook-pipe".to_owned())
        .spawn(move || {
            while let Ok(piece) = to_write.recv() {
                let wrote = pipe.write_all(&piece);
                shared.broken.store(wrote.is_err(), Ordering::Release);
                shared.busy.store(false, Ordering::Release);
                shared.changed.notify_waiters();
                if wrote.is_err() {
                    return;
                }
            }
        })?;
    Ok(PipeWriter { pieces, state })
}

/// Waits until nobody can read from a pipe any more. Only a write tells.
pub(crate) async fn closed(pipe: &PipeWriter) {
    pipe.until(|_| false).await;
}
