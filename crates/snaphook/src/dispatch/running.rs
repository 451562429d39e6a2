//! A hook that runs, owned: it can be waited for here, or go on elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::poll;
use snaphook_core::Diagnostic;
use snaphook_core::answer::{Ended, Failure, Response};
use snaphook_exec::{Begun, Call, Handler, RunFuture, Stop, Turn, Weight, YOUNG};
use tokio_util::sync::CancellationToken;

use super::env_file::HookEnvFile;
use super::first_line::FirstLine;
use crate::engine::InPlace;

/// How long a hook that was told to stop may still say what it has written so
/// far. Then its future is dropped, and its processes are the reaper's.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// A hook that runs.
pub(super) struct Running {
    future: RunFuture<'static>,
    stop: CancellationToken,
    first_line: Option<Arc<FirstLine>>,
    /// The answer of a hook that detached itself and ended at once.
    over: Option<Response>,
    /// Where it writes variables for later commands.
    pub(super) env_file: Option<HookEnvFile>,
    started: Instant,
    /// Set when it waits for its turn by itself.
    begun: Option<Begun>,
    /// Its place among the processes that run at once.
    turn: Option<Turn>,
    /// What is to be said of how it was started.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether its scripts were touched while it ran.
    touched: Arc<AtomicBool>,
}

/// How waiting for a hook came to its end.
pub(super) enum Waited {
    /// It answered, or was ended.
    Over(Response),
    /// It detached itself and goes on, with this timeout if it asked for one.
    Detached(Option<Duration>),
}

impl Running {
    pub(super) fn start(
        handler: Arc<dyn Handler>,
        call: Call,
        first_line: Option<Arc<FirstLine>>,
        env_file: Option<HookEnvFile>,
        turn: Option<Turn>,
        in_place: InPlace,
    ) -> Self {
        let begun = (handler.weight() == Weight::Queued).then(Begun::default);
        Self {
            diagnostics: Vec::new(),
            touched: in_place.touched(),
            stop: call.stop.clone(),
            first_line,
            over: None,
            env_file,
            started: Instant::now(),
            begun: begun.clone(),
            future: Box::pin(in_place.hold(async move {
                match begun {
                    None => handler.run(call).await,
                    Some(begun) => handler.run_in_turn(call, begun).await,
                }
            })),
            turn,
        }
    }

    /// A hook that could not be started.
    pub(super) fn failed(failure: Failure, stop: CancellationToken) -> Self {
        Self {
            future: Box::pin(std::future::ready(failure.into())),
            stop,
            first_line: None,
            over: None,
            env_file: None,
            started: Instant::now(),
            begun: None,
            turn: None,
            diagnostics: Vec::new(),
            touched: Arc::default(),
        }
    }

    /// Whether its scripts were touched while it ran.
    pub(super) fn was_touched(&self) -> bool {
        self.touched.load(Ordering::Acquire)
    }

    /// A function that was started and has not answered yet.
    pub(super) fn of_function(future: RunFuture<'static>, stop: &Stop, started: Instant) -> Self {
        Self {
            future,
            stop: CancellationToken::clone(stop),
            first_line: None,
            over: None,
            env_file: None,
            started,
            begun: None,
            turn: None,
            diagnostics: Vec::new(),
            touched: Arc::default(),
        }
    }

    /// When its time started.
    pub(super) fn started(&self) -> Instant {
        let begun = self.begun.as_ref().and_then(Begun::at);
        begun.unwrap_or(self.started)
    }

    /// Waits for its answer, until its time is up or `cancel` is cancelled. How
    /// long it may take is asked when its time starts.
    pub(super) async fn wait(
        &mut self,
        time: impl FnOnce() -> Duration,
        cancel: &CancellationToken,
    ) -> Waited {
        if let Some(response) = self.over.take() {
            return Waited::Over(response);
        }
        // Not a process: whether it has detached itself must be seen first.
        if self.first_line.is_none()
            && let Poll::Ready(response) = poll!(self.future.as_mut())
        {
            return Waited::Over(response);
        }
        let detached = async {
            match &self.first_line {
                Some(line) => line.detached().await,
                None => std::future::pending().await,
            }
        };
        let time_is_up = async {
            if let Some(begun) = &self.begun {
                begun.wait().await;
            }
            let time = time();
            let up = tokio::time::sleep(time);
            if let Some(turn) = &mut self.turn {
                tokio::time::sleep(time.min(YOUNG)).await;
                turn.grow_up();
            }
            up.await;
            time
        };
        let (failure, ended) = tokio::select! {
            biased;
            response = &mut self.future => return self.ended(response),
            timeout = detached => {
                self.first_line = None;
                return Waited::Detached(timeout);
            }
            () = cancel.cancelled() => (Failure::cancelled(), Ended::Cancelled),
            time = time_is_up => (Failure::timed_out(time), Ended::TimedOut(time)),
        };
        self.stop.cancel();
        let last_words = tokio::time::timeout(LAST_WORDS, &mut self.future).await;
        Waited::Over(match last_words {
            Ok(Response::Process(mut process)) => {
                process.ended = ended;
                Response::Process(process)
            }
            // What a model needed so far was needed.
            Ok(Response::Metered(_, usage)) => Response::Metered(Box::new(failure.into()), usage),
            _ => failure.into(),
        })
    }

    /// Leaves its place among the processes to others.
    pub(super) fn give_up_turn(&mut self) {
        self.turn = None;
    }

    /// It ended. If it had detached itself before, that comes first.
    fn ended(&mut self, response: Response) -> Waited {
        let detached = self.first_line.take().and_then(|line| line.seen());
        match detached {
            Some(timeout) => {
                self.over = Some(response);
                Waited::Detached(timeout)
            }
            None => Waited::Over(response),
        }
    }
}
