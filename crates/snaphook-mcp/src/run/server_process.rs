//! The process of a server: started, listened to, ended.

use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use snaphook_core::answer::ProcessExit;
use snaphook_exec::Processes;
use snaphook_exec::process::{Service, ServiceProcess, ServiceSpec};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// How long a server whose stdin was closed may take to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// How long what a process wrote is still read when it has ended: another may
/// hold its pipes open forever.
pub(crate) const AFTER_END: Duration = Duration::from_millis(250);

/// How much of its stderr is kept.
const WORDS: usize = 4096;
const LINES: usize = 10;

/// A server's process. Dropped, it is ended.
pub(crate) struct ServerProcess {
    watched: Arc<ProcessEnd>,
    stop: CancellationToken,
    _stops: DropGuard,
}

#[derive(Default)]
struct ProcessEnd {
    /// How it ended, where it did so by itself.
    how: OnceLock<ProcessExit>,
    /// The end of what it wrote to stderr.
    words: Mutex<Vec<u8>>,
    over: CancellationToken,
    reaped: CancellationToken,
}

impl ServerProcess {
    /// Starts it; a task of these watches it to its end.
    pub(crate) fn start(
        spec: ServiceSpec,
        tasks: &TaskTracker,
    ) -> io::Result<(Self, ChildStdout, ChildStdin)> {
        // Only its reaper is of use here.
        let processes = Processes::with_limit(1);
        let Service {
            stdin,
            stdout,
            stderr,
            process,
        } = processes.start_service(spec)?;
        let watched = Arc::new(ProcessEnd::default());
        let stop = CancellationToken::new();
        let watching = Arc::clone(&watched);
        let stopped = stop.clone();
        tasks.spawn(async move {
            watching.watch(process, stderr, stopped).await;
            processes.all_reaped().await;
            watching.reaped.cancel();
        });
        let process = Self {
            watched,
            _stops: stop.clone().drop_guard(),
            stop,
        };
        Ok((process, stdout, stdin))
    }

    /// Whether nobody has seen its end yet.
    pub(crate) fn is_running(&self) -> bool {
        !self.watched.over.is_cancelled()
    }

    /// Waits for its end.
    pub(crate) async fn wait_for_end(&self) {
        self.watched.over.cancelled().await;
    }

    /// Ends it, and waits for that.
    pub(crate) async fn end(&self) {
        self.stop.cancel();
        self.watched.reaped.cancelled().await;
    }

    /// How it ended, if it just did, and what it last said.
    pub(crate) async fn describe_end(&self) -> String {
        let _ = tokio::time::timeout(2 * AFTER_END, self.wait_for_end()).await;
        let end = match self.watched.how.get() {
            Some(ProcessExit::Exit(code)) => format!("it ended with exit code {code}"),
            Some(ProcessExit::Signal(signal)) => format!("it was ended by signal {signal}"),
            _ => "it closed the connection".to_owned(),
        };
        match self.watched.last_words() {
            words if words.is_empty() => end,
            words => format!("{end}; its last lines on stderr were: {words}"),
        }
    }
}

impl ProcessEnd {
    /// Stays with the process until it ends, or is to end.
    async fn watch(
        &self,
        mut process: ServiceProcess,
        stderr: ChildStderr,
        stop: CancellationToken,
    ) {
        let mut listening = pin!(self.listen(stderr));
        let mut heard = false;
        {
            let mut ending = pin!(async {
                tokio::select! {
                    how = process.ended() => how,
                    () = stop.cancelled() => {
                        let ended = tokio::time::timeout(GRACE, process.ended());
                        ended.await.ok().flatten()
                    }
                }
            });
            let how = loop {
                tokio::select! {
                    how = &mut ending => break how,
                    () = &mut listening, if !heard => heard = true,
                }
            };
            if let Some(how) = how {
                let _ = self.how.set(how);
            }
        }
        // Ends what is left of its group.
        drop(process);
        if !heard {
            let _ = tokio::time::timeout(AFTER_END, listening).await;
        }
        self.over.cancel();
    }

    async fn listen(&self, mut stderr: impl AsyncRead + Unpin) {
        let mut buffer = [0; 1024];
        while let Ok(read) = stderr.read(&mut buffer).await
            && read > 0
        {
            let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
            words.extend_from_slice(&buffer[..read]);
            if words.len() > 2 * WORDS {
                let old = words.len() - WORDS;
                words.drain(..old);
            }
        }
    }

    fn last_words(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let start = words.len().saturating_sub(WORDS);
        let text = String::from_utf8_lossy(&words[start..]);
        let lines: Vec<_> = text.trim().lines().collect();
        lines[lines.len().saturating_sub(LINES)..].join("\n")
    }
}
