//! The task that owns one worker's process, from its start to its end.

use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt;
use snaphook_core::answer::ProcessExit;
use snaphook_sandbox::PreparedSandbox;
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStderr, ChildStdout};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::codec::FramedRead;

use super::error::ProtocolError;
use super::limits::{AFTER_END, FAREWELL, LOOK_AFTER, LOOK_AFTER_ANSWERS};
use super::outbox::WorkerOutbox;
use super::pool::Pool;
use super::protocol::{WorkerMessage, read};
use super::slot::{WorkerDue, WorkerLoss};
use super::stderr_tail::StderrTail;
use crate::lines::{Line, LineDecoder};
use crate::process::{OUTPUT_LIMIT, Service, ServiceProcess, os};
use crate::sandbox::SandboxPlan;

/// The longest answer: as much output as is read of any command, and the JSON
/// around it.
const LONGEST: usize = OUTPUT_LIMIT + 64 * 1024;

/// Room for what is read at once.
const AT_ONCE: usize = 16 * 1024;

/// Why a keeper stops attending its worker.
enum LeaveReason {
    /// The worker is no longer needed, and may end by itself.
    Dismissed,
    /// The worker ended.
    Gone(ProcessExit),
    /// The worker broke the protocol or hangs.
    Failed(String),
}

/// Starts a worker, attends it, and ends it. The pool is notified in any case, also
/// when the future is dropped.
pub(super) fn keep(
    pool: Arc<Pool>,
    number: u64,
    outbox: Arc<WorkerOutbox>,
) -> impl Future<Output = ()> + Send {
    // Made before the first poll: a runtime that shuts down drops tasks that
    // never ran.
    let post = LossReporter {
        pool: Some(Arc::clone(&pool)),
        number,
    };
    stay(pool, post, outbox)
}

async fn stay(pool: Arc<Pool>, mut post: LossReporter, outbox: Arc<WorkerOutbox>) {
    let mut keeper = match Keeper::start(pool, post.number, &outbox) {
        Ok(keeper) => keeper,
        Err(error) => return post.lost(format!("cannot be started: {error}"), false),
    };
    let parting = keeper.attend(&outbox).await;
    // Its stdin ends here.
    outbox.close();
    match parting {
        LeaveReason::Dismissed => {
            post.leave(None);
            keeper.end_gracefully().await;
        }
        LeaveReason::Gone(ended) => {
            let _ = timeout(AFTER_END, keeper.drain_stderr()).await;
            let (how, killed) = match ended {
                ProcessExit::Exit(code) => (format!("ended with exit code {code}"), false),
                ProcessExit::Signal(signal) => (
                    format!("was ended by signal {signal}"),
                    os::is_from_outside(signal),
                ),
                ProcessExit::TimedOut(_) | ProcessExit::Cancelled => ("ended".to_owned(), false),
            };
            post.lost(keeper.words.append_to(&how), killed);
        }
        LeaveReason::Failed(why) => post.lost(keeper.words.append_to(&why), false),
    }
    // What is left of its group ends when the process is dropped.
}

/// Notifies the pool that a worker is gone, at the latest when it is dropped.
struct LossReporter {
    pool: Option<Arc<Pool>>,
    number: u64,
}

impl LossReporter {
    fn lost(&mut self, why: String, killed: bool) {
        self.leave(Some(WorkerLoss { why, killed }));
    }

    fn leave(&mut self, loss: Option<WorkerLoss>) {
        if let Some(pool) = self.pool.take() {
            pool.ended(self.number, loss);
        }
    }
}

impl Drop for LossReporter {
    fn drop(&mut self) {
        self.lost("ended with the program that ran it".to_owned(), false);
    }
}

struct Keeper {
    pool: Arc<Pool>,
    number: u64,
    id: Option<u32>,
    process: ServiceProcess,
    lines: FramedRead<ChildStdout, LineDecoder>,
    stderr: Option<ChildStderr>,
    words: StderrTail,
    looked: Instant,
    answers: u32,
}

impl Keeper {
    fn start(pool: Arc<Pool>, number: u64, outbox: &WorkerOutbox) -> std::io::Result<Self> {
        let spec = &pool.spec;
        let begin = |plan: &SandboxPlan| {
            let prepared = PreparedSandbox::new(plan.policy.clone());
            plan.begin(Arc::new(prepared), Vec::new())
        };
        let sandbox = spec.sandbox.as_ref().map(begin).transpose();
        let sandbox = sandbox.map_err(std::io::Error::other)?;
        let Service {
            stdin,
            stdout,
            stderr,
            mut process,
        } = pool.processes.start_in_group(
            &spec.program,
            &spec.args,
            &spec.env,
            &spec.cwd,
            sandbox,
        )?;
        outbox.open(os::pipe_writer(stdin)?);
        Ok(Self {
            number,
            id: process.id(),
            process,
            lines: FramedRead::with_capacity(stdout, LineDecoder::new(LONGEST), AT_ONCE),
            stderr: Some(stderr),
            words: StderrTail::default(),
            looked: Instant::now(),
            answers: 0,
            pool,
        })
    }

    /// Attends the worker until there is a reason to leave it.
    async fn attend(&mut self, outbox: &WorkerOutbox) -> LeaveReason {
        let pool = Arc::clone(&self.pool);
        let mut closing = pin!(pool.closing.cancelled());
        let mut flushing = pin!(outbox.flush());
        let mut nudged = pin!(outbox.nudge.notified());
        let mut alarm = pin!(sleep_until(Instant::now()));
        let mut alarmed = true;
        loop {
            tokio::select! {
                // What it wrote comes before its end, and before anything else.
                biased;
                line = self.lines.next() => match line {
                    Some(Ok(line)) => match self.take_line(line) {
                        // The alarm will find out how long it was idle.
                        Ok(false) if alarmed => continue,
                        // A worker that is about to end may be done now.
                        Ok(_) => {}
                        Err(error) => return LeaveReason::Failed(error.to_string()),
                    },
                    _ => return self.closed("stdout").await,
                },
                () = &mut closing => return LeaveReason::Dismissed,
                ended = self.process.ended() => {
                    // The pipe still holds what it wrote before; another process
                    // may keep the pipe open.
                    let rest = timeout(AFTER_END, self.read_rest()).await;
                    return match rest {
                        Ok(Err(error)) => LeaveReason::Failed(error.to_string()),
                        _ => LeaveReason::Gone(ended.unwrap_or(ProcessExit::Exit(-1))),
                    };
                }
                () = &mut flushing => return self.closed("stdin").await,
                () = &mut nudged => nudged.set(outbox.nudge.notified()),
                () = &mut alarm, if alarmed => {}
                read = read_stderr(&mut self.stderr, &mut self.words) => {
                    if !read {
                        self.stderr = None;
                    }
                    continue;
                }
            }
            match pool.due(self.number) {
                WorkerDue::Dismissed => return LeaveReason::Dismissed,
                WorkerDue::Hangs => {
                    let why = "hangs: it did not answer long after the timeout of a request";
                    return LeaveReason::Failed(why.to_owned());
                }
                WorkerDue::NotBefore(then) => {
                    alarm.as_mut().reset(then);
                    alarmed = true;
                }
                WorkerDue::NotYet => alarmed = false,
            }
        }
    }

    /// Passes on a line that the worker wrote. Returns whether the worker must be
    /// checked.
    fn take_line(&mut self, line: Line) -> Result<bool, ProtocolError> {
        let Line::Whole(line) = line else {
            return Err(ProtocolError::LongLine);
        };
        let mut look = false;
        match read(&line)? {
            WorkerMessage::Ready(many) => self.pool.ready(self.number, many),
            WorkerMessage::Answer(id, response) => {
                look = self.pool.answered(self.number, id, response)?;
                self.answers += 1;
            }
        }
        Ok(self.look_at_memory() || look)
    }

    /// Retires the worker when it uses too much memory. Returns whether it does.
    fn look_at_memory(&mut self) -> bool {
        if self.answers == 0
            || (self.answers < LOOK_AFTER_ANSWERS && self.looked.elapsed() < LOOK_AFTER)
        {
            return false;
        }
        self.answers = 0;
        self.looked = Instant::now();
        let too_large = self
            .id
            .and_then(os::resident)
            .is_some_and(|bytes| bytes > self.pool.limits.memory);
        if too_large {
            self.pool.retire(self.number);
        }
        too_large
    }

    async fn read_rest(&mut self) -> Result<(), ProtocolError> {
        while let Some(Ok(line)) = self.lines.next().await {
            self.take_line(line)?;
        }
        Ok(())
    }

    /// Handles a pipe that the worker closed: most likely it has ended.
    async fn closed(&mut self, pipe: &str) -> LeaveReason {
        match timeout(AFTER_END, self.process.ended()).await {
            Ok(Some(ended)) => LeaveReason::Gone(ended),
            _ => LeaveReason::Failed(format!("closed its {pipe}")),
        }
    }

    /// Reads stderr to its end.
    async fn drain_stderr(&mut self) {
        while read_stderr(&mut self.stderr, &mut self.words).await {}
    }

    /// Gives the worker time to end by itself.
    async fn end_gracefully(mut self) {
        let ending = async {
            let mut ended = pin!(self.process.ended());
            let mut rest = Vec::new();
            loop {
                rest.clear();
                rest.reserve(1024);
                tokio::select! {
                    _ = &mut ended => return,
                    // It may block on a full pipe until its output is read.
                    read = self.lines.get_mut().read_buf(&mut rest) => {
                        if !matches!(read, Ok(1..)) {
                            break;
                        }
                    }
                    read = read_stderr(&mut self.stderr, &mut self.words) => {
                        if !read {
                            self.stderr = None;
                        }
                    }
                }
            }
            ended.await;
        };
        let _ = timeout(FAREWELL, ending).await;
    }
}

/// Reads a piece of a worker's stderr. Returns false at its end.
async fn read_stderr(stderr: &mut Option<ChildStderr>, words: &mut StderrTail) -> bool {
    match stderr {
        Some(stderr) => matches!(stderr.read_buf(words.room()).await, Ok(1..)),
        None => std::future::pending().await,
    }
}
