//! The task that owns one worker's process, from its start to its end.

use std::pin::pin;
use std::sync::Arc;

use futures_util::StreamExt;
use snaphook_core::answer::Ended;
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStderr, ChildStdout};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::codec::FramedRead;

use super::last_words::LastWords;
use super::limits::{AFTER_END, FAREWELL, LOOK_AFTER, LOOK_AFTER_ANSWERS};
use super::outbox::Outbox;
use super::pool::Pool;
use super::protocol::{Said, read};
use super::slot::{Due, Loss};
use crate::lines::{Line, LineDecoder};
use crate::process::{OUTPUT_LIMIT, Service, ServiceProcess, os};

/// The longest answer: as much output as is read of any command, and what
/// stands around it.
const LONGEST: usize = OUTPUT_LIMIT + 64 * 1024;

/// Room for what is read at once.
const AT_ONCE: usize = 16 * 1024;

/// Why a keeper leaves its worker.
enum Parting {
    /// It is not needed any more, and may end by itself.
    Dismissed,
    /// It ended: how.
    Gone(Ended),
    /// It does what no worker may do.
    Failed(String),
}

/// Starts a worker, stays with it, and sees to its end. Its pool is told in
/// any case, also when this is dropped.
pub(super) fn keep(
    pool: Arc<Pool>,
    number: u64,
    outbox: Arc<Outbox>,
) -> impl Future<Output = ()> + Send {
    // Made here, not at the first poll: a runtime that shuts down drops tasks
    // that never ran.
    let post = Post {
        pool: Some(Arc::clone(&pool)),
        number,
    };
    stay(pool, post, outbox)
}

async fn stay(pool: Arc<Pool>, mut post: Post, outbox: Arc<Outbox>) {
    let mut keeper = match Keeper::start(pool, post.number, &outbox) {
        Ok(keeper) => keeper,
        Err(error) => return post.lost(format!("cannot be started: {error}"), false),
    };
    let parting = keeper.attend(&outbox).await;
    // Its stdin ends here.
    outbox.close();
    match parting {
        Parting::Dismissed => {
            post.leave(None);
            keeper.farewell().await;
        }
        Parting::Gone(ended) => {
            let _ = timeout(AFTER_END, keeper.listen()).await;
            let (how, killed) = match ended {
                Ended::Exit(code) => (format!("ended with exit code {code}"), false),
                Ended::Signal(signal) => (
                    format!("was ended by signal {signal}"),
                    os::is_from_outside(signal),
                ),
                Ended::TimedOut(_) | Ended::Cancelled => ("ended".to_owned(), false),
            };
            post.lost(keeper.words.after(&how), killed);
        }
        Parting::Failed(why) => post.lost(keeper.words.after(&why), false),
    }
    // What is left of its group ends when the process is dropped.
}

/// Tells the pool that a worker is gone.
struct Post {
    pool: Option<Arc<Pool>>,
    number: u64,
}

impl Post {
    fn lost(&mut self, why: String, killed: bool) {
        self.leave(Some(Loss { why, killed }));
    }

    fn leave(&mut self, loss: Option<Loss>) {
        if let Some(pool) = self.pool.take() {
            pool.ended(self.number, loss);
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        self.lost("was ended with the program that ran it".to_owned(), false);
    }
}

struct Keeper {
    pool: Arc<Pool>,
    number: u64,
    id: Option<u32>,
    process: ServiceProcess,
    lines: FramedRead<ChildStdout, LineDecoder>,
    stderr: Option<ChildStderr>,
    words: LastWords,
    looked: Instant,
    answers: u32,
}

impl Keeper {
    fn start(pool: Arc<Pool>, number: u64, outbox: &Outbox) -> std::io::Result<Self> {
        let spec = &pool.spec;
        let Service {
            stdin,
            stdout,
            stderr,
            mut process,
        } = pool
            .processes
            .start_in_group(&spec.program, &spec.args, &spec.env, &spec.cwd)?;
        outbox.open(os::pipe_writer(stdin)?);
        Ok(Self {
            number,
            id: process.id(),
            process,
            lines: FramedRead::with_capacity(stdout, LineDecoder::new(LONGEST), AT_ONCE),
            stderr: Some(stderr),
            words: LastWords::default(),
            looked: Instant::now(),
            answers: 0,
            pool,
        })
    }

    /// Stays until there is a reason to part.
    async fn attend(&mut self, outbox: &Outbox) -> Parting {
        let pool = Arc::clone(&self.pool);
        let mut closing = pin!(pool.closing.cancelled());
        let mut flushing = pin!(outbox.flush());
        let mut nudged = pin!(outbox.nudge.notified());
        let mut alarm = pin!(sleep_until(Instant::now()));
        let mut alarmed = true;
        loop {
            tokio::select! {
                // What it said comes before its end, and before anything else.
                biased;
                line = self.lines.next() => match line {
                    Some(Ok(line)) => match self.take_line(line) {
                        // The alarm will tell how long it was idle.
                        Ok(false) if alarmed => continue,
                        // The time of one on its way out may have come.
                        Ok(_) => {}
                        Err(why) => return Parting::Failed(why),
                    },
                    _ => return self.closed("stdout").await,
                },
                () = &mut closing => return Parting::Dismissed,
                ended = self.process.ended() => {
                    // What it said before is in the pipe; another process may
                    // hold that open.
                    let rest = timeout(AFTER_END, self.read_rest()).await;
                    return match rest {
                        Ok(Err(why)) => Parting::Failed(why),
                        _ => Parting::Gone(ended.unwrap_or(Ended::Exit(-1))),
                    };
                }
                () = &mut flushing => return self.closed("stdin").await,
                () = &mut nudged => nudged.set(outbox.nudge.notified()),
                () = &mut alarm, if alarmed => {}
                read = hear(&mut self.stderr, &mut self.words) => {
                    if !read {
                        self.stderr = None;
                    }
                    continue;
                }
            }
            match pool.due(self.number) {
                Due::Dismissed => return Parting::Dismissed,
                Due::Hangs => {
                    let why = "hangs: it answers nothing, also long after a request's time was up";
                    return Parting::Failed(why.to_owned());
                }
                Due::NotBefore(then) => {
                    alarm.as_mut().reset(then);
                    alarmed = true;
                }
                Due::NotYet => alarmed = false,
            }
        }
    }

    /// Passes on a line that it wrote. Gives whether it is time to look at how it
    /// stands.
    fn take_line(&mut self, line: Line) -> Result<bool, String> {
        let Line::Whole(line) = line else {
            let most = OUTPUT_LIMIT >> 20;
            return Err(format!("wrote a line of more than {most} MiB"));
        };
        let mut look = false;
        match read(&line)? {
            Said::Ready(many) => self.pool.ready(self.number, many),
            Said::Answer(id, response) => {
                look = self.pool.answered(self.number, id, response)?;
                self.answers += 1;
            }
        }
        Ok(self.look_at_memory() || look)
    }

    /// Retires it when it has grown too large. Gives whether it has.
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

    async fn read_rest(&mut self) -> Result<(), String> {
        while let Some(Ok(line)) = self.lines.next().await {
            self.take_line(line)?;
        }
        Ok(())
    }

    /// It closed a pipe: most likely it has ended.
    async fn closed(&mut self, pipe: &str) -> Parting {
        match timeout(AFTER_END, self.process.ended()).await {
            Ok(Some(ended)) => Parting::Gone(ended),
            _ => Parting::Failed(format!("closed its {pipe}")),
        }
    }

    /// Hears the rest of what it complains about.
    async fn listen(&mut self) {
        while hear(&mut self.stderr, &mut self.words).await {}
    }

    /// Lets it end by itself.
    async fn farewell(mut self) {
        let ending = async {
            let mut ended = pin!(self.process.ended());
            let mut rest = Vec::new();
            loop {
                rest.clear();
                rest.reserve(1024);
                tokio::select! {
                    _ = &mut ended => return,
                    // It may have something to say, and waits until it has.
                    read = self.lines.get_mut().read_buf(&mut rest) => {
                        if !matches!(read, Ok(1..)) {
                            break;
                        }
                    }
                    read = hear(&mut self.stderr, &mut self.words) => {
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

/// Hears a piece of what a worker writes to stderr. False at its end.
async fn hear(stderr: &mut Option<ChildStderr>, words: &mut LastWords) -> bool {
    match stderr {
        Some(stderr) => matches!(stderr.read_buf(words.room()).await, Ok(1..)),
        None => std::future::pending().await,
    }
}
