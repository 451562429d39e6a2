//! A hook that runs, owned: it can be waited for here, or go on elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use snaphook_core::Diagnostic;
use snaphook_core::answer::{Failure, ProcessExit, Response};
use snaphook_exec::{
    Call, Handler, ProcessPermit, RunFuture, STARTUP_WINDOW, StartSignal, StopSignal, Weight,
};

use super::env_file::HookEnvFile;
use super::first_line::FirstLine;
use super::judge::HookEnd;
use crate::engine::HookInPlace;

/// How long a hook that was told to stop may still say what it has written so
/// far. Then its future is dropped, and its processes are the reaper's.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// A hook that runs.
pub(super) struct HookRun {
    future: RunFuture<'static>,
    stop: StopSignal,
    pub(super) first_line: Option<Arc<FirstLine>>,
    /// The answer of a hook that detached itself and ended at once.
    over: Option<Response>,
    /// Where it writes variables for later commands.
    pub(super) env_file: Option<HookEnvFile>,
    started: Instant,
    /// Set when it waits for its turn by itself.
    begun: Option<StartSignal>,
    /// Its place among the processes that run at once.
    pub(super) turn: Option<ProcessPermit>,
    /// What is to be said of how it was started.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether its scripts were touched while it ran.
    touched: Option<Arc<AtomicBool>>,
}

/// How waiting for a hook came to its end.
pub(super) enum WaitEnd {
    /// It answered, or was ended.
    Over(Response),
    /// It detached itself and goes on, with this timeout if it asked for one.
    Detached(Option<Duration>),
}

impl HookRun {
    /// A hook that has just been started; `stop` tells it to end.
    pub(super) fn new(future: RunFuture<'static>, stop: StopSignal, started: Instant) -> Self {
        Self {
            future,
            stop,
            first_line: None,
            over: None,
            env_file: None,
            started,
            begun: None,
            turn: None,
            diagnostics: Vec::new(),
            touched: None,
        }
    }

    /// Starts a handler.
    pub(super) fn start(handler: Arc<dyn Handler>, call: Call, in_place: HookInPlace) -> Self {
        let begun = (handler.weight() == Weight::Queued).then(StartSignal::default);
        let (stop, touched) = (call.stop.clone(), in_place.touched());
        let in_turn = begun.clone();
        let future = in_place.hold(async move {
            match in_turn {
                None => handler.run(call).await,
                Some(begun) => handler.run_in_turn(call, begun).await,
            }
        });
        Self {
            begun,
            touched: Some(touched),
            ..Self::new(Box::pin(future), stop.into(), Instant::now())
        }
    }

    /// A hook that could not be started.
    pub(super) fn failed(failure: Failure) -> Self {
        let future = Box::pin(std::future::ready(failure.into()));
        Self::new(future, StopSignal::default(), Instant::now())
    }

    /// Whether its scripts were touched while it ran.
    pub(super) fn was_touched(&self) -> bool {
        let touched = self.touched.as_ref();
        touched.is_some_and(|touched| touched.load(Ordering::Acquire))
    }

    /// How it ended.
    pub(super) fn end(&mut self, response: Response, now: Instant) -> HookEnd {
        let mut end = HookEnd::from(response);
        end.took = now.saturating_duration_since(self.started());
        end.env.1 = std::mem::take(&mut self.diagnostics);
        end
    }

    /// When its time started.
    pub(super) fn started(&self) -> Instant {
        let begun = self.begun.as_ref().and_then(StartSignal::at);
        begun.unwrap_or(self.started)
    }

    /// Waits for its answer, until its time is up or `cancel` is cancelled. How
    /// long it may take is asked when its time starts.
    pub(super) async fn wait(
        &mut self,
        time: impl FnOnce() -> Duration,
        cancel: &StopSignal,
    ) -> WaitEnd {
        if let Some(response) = self.over.take() {
            return WaitEnd::Over(response);
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
                tokio::time::sleep(time.min(STARTUP_WINDOW)).await;
                turn.release_startup_permit();
            }
            up.await;
            time
        };
        let (failure, ended) = tokio::select! {
            biased;
            response = &mut self.future => return self.ended(response),
            timeout = detached => {
                self.first_line = None;
                return WaitEnd::Detached(timeout);
            }
            () = cancel.cancelled() => (Failure::cancelled(), ProcessExit::Cancelled),
            time = time_is_up => (Failure::timed_out(time), ProcessExit::TimedOut(time)),
        };
        self.stop.cancel();
        let last_words = tokio::time::timeout(LAST_WORDS, &mut self.future).await;
        WaitEnd::Over(match last_words {
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
    fn ended(&mut self, response: Response) -> WaitEnd {
        let detached = self.first_line.take().and_then(|line| line.seen());
        match detached {
            Some(timeout) => {
                self.over = Some(response);
                WaitEnd::Detached(timeout)
            }
            None => WaitEnd::Over(response),
        }
    }
}
