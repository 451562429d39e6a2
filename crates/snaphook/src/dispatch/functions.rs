//! Events whose hooks are all functions of the host.
//!
//! Most of them answer at once and say nothing. Then nothing waits, so nothing
//! is made that only waiting needs: no timer, no token, no lane, no entry among
//! the hooks that run. A function that does wait goes on as every hook does.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use snaphook_core::Diagnostic;
use snaphook_core::answer::Response;
use snaphook_core::dialect::Strategy;
use snaphook_core::input::Input;
use snaphook_core::merge::{Effects, settle_silence};
use snaphook_core::outcome::{HookEntry, Outcome, Status};
use snaphook_core::select::{Chosen, Selection};
use snaphook_exec::{FunctionCall, RunFuture, Stop};
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Span;

use super::caller::{Caller, Passing};
use super::clock::Clock;
use super::run::{Judged, not_loaded, wait_for};
use super::running::{Running, Waited};
use super::{Dispatch, Fired, can_block, execution, facts, in_milliseconds, settle_all};
use crate::engine::{ExecuteOptions, Inner};
use crate::session::Measured;

/// Whether an event can be run here: it has nothing but functions, and nobody
/// has told it to stop or makes hooks wait for each other.
pub(super) fn fits(fired: &Fired<'_>) -> bool {
    let engine = fired.engine;
    let plain = fired.selected.as_ref().is_some_and(|s| s.plain_functions);
    plain
        && engine.strategy == Strategy::Together
        && fired.input.event().spec().budget.is_none()
        && !engine.running.is_closed()
        && !fired.options.is_cancelled()
}

/// The event of the functions, and what has come of them so far.
struct Event<'a> {
    engine: &'a Arc<Inner>,
    caller: Caller<'a>,
    input: Input,
    selection: Arc<Selection>,
    measured: Measured<'a>,
    /// In configured order.
    entries: Vec<HookEntry>,
    /// Of those that were not silent.
    said: Vec<(usize, Effects, Vec<Diagnostic>)>,
    _running: TaskTrackerToken,
}

/// A function that has not answered yet.
struct Waiting {
    lane: usize,
    running: Running,
}

/// Runs an event that fits: its outcome, or the rest of its way when some of
/// its functions wait.
pub(super) fn begin<'a>(
    fired: Fired<'a>,
    context: &mut Context<'_>,
) -> Result<Outcome, execution::Running<'a>> {
    let selection = fired.selected.unwrap_or_default();
    let mut now = fired.measured.started;
    let mut event = Event {
        engine: fired.engine,
        caller: fired.caller,
        input: fired.input,
        entries: Vec::with_capacity(selection.chosen.len()),
        said: Vec::new(),
        selection,
        measured: fired.measured,
        _running: fired.running,
    };
    let mut waiting = Vec::new();
    for lane in 0..event.selection.chosen.len() {
        let since = now;
        let stop = Stop::default();
        let mut running = event.start(lane, stop.clone());
        let polled = running.as_mut().poll(context);
        now = Instant::now();
        match polled {
            Poll::Ready(response) => event.hear(lane, &response, now.duration_since(since)),
            Poll::Pending => {
                // Its place, until it has answered.
                event.hear(lane, &Response::Silence, Duration::ZERO);
                let running = Running::of_function(running, &stop, since);
                waiting.push(Waiting { lane, running });
            }
        }
    }
    if waiting.is_empty() {
        return Ok(event.conclude(now));
    }
    Err(Box::pin(async move {
        event.wait(waiting, &fired.options).await;
        event.conclude(Instant::now())
    }))
}

impl Event<'_> {
    fn start(&self, lane: usize, stop: Stop) -> RunFuture<'static> {
        let chosen = &self.selection.chosen[lane];
        let handler = self.engine.handlers.get(chosen.options_from);
        match handler.and_then(|handler| handler.as_ref()?.as_function()) {
            Some(function) => function.call(FunctionCall::new(self.input.clone(), stop)),
            None => Box::pin(std::future::ready(not_loaded(&chosen.hook))),
        }
    }

    /// Takes what a function answered.
    fn hear(&mut self, lane: usize, response: &Response, took: Duration) {
        let hook = &self.selection.chosen[lane].hook;
        let mut entry = match response {
            // By far the most, and judging it would say as much.
            Response::Silence => HookEntry::new(hook, Status::Success),
            response => {
                let context = Judged {
                    engine: self.engine,
                    input: &self.input,
                    hook,
                    lane,
                    can_block: can_block(&self.input),
                };
                let (verdict, entry) = context.judge(response);
                let said = (lane, verdict.effects, verdict.diagnostics);
                self.said.push(said);
                entry
            }
        };
        entry.duration_ms = in_milliseconds(took);
        match self.entries.get_mut(lane) {
            Some(place) => *place = entry,
            None => self.entries.push(entry),
        }
    }

    /// Waits for those that did not answer at once, as for any hook.
    async fn wait(&mut self, waiting: Vec<Waiting>, options: &ExecuteOptions) {
        let passing;
        let session = match self.caller.session {
            Some(session) => session,
            None => {
                passing = Passing::default();
                &passing.0
            }
        };
        let input = Arc::new(self.input.clone());
        let dispatch = Dispatch {
            engine: self.engine,
            session,
            added: &[],
            number: self.engine.dispatch_number(),
            input: &input,
            can_block: can_block(&input),
            clock: Clock::default(),
            awaited: None,
            stop: CancellationToken::new(),
            span: &Span::none(),
        };
        let chosen = &self.selection.chosen;
        let answering = waiting.into_iter().map(|one| one.answer(&dispatch, chosen));
        let running = dispatch.until_told_to_stop(options, join_all(answering));
        for (lane, response, took) in running.await {
            self.hear(lane, &response, took);
        }
    }

    /// Draws the conclusions, in configured order.
    fn conclude(self, now: Instant) -> Outcome {
        let mut outcome = self.engine.begin(&self.input);
        let noted = &self.selection.diagnostics;
        outcome.diagnostics.extend_from_slice(noted);
        outcome.hooks = self.entries;
        let mut said = self.said;
        if said.is_empty() {
            let spec = self.input.event().spec();
            settle_silence(spec, facts(&self.input, &outcome), &mut outcome);
        } else {
            said.sort_by_key(|(lane, ..)| *lane);
            let said = said.into_iter().map(|(_, effects, notes)| (effects, notes));
            settle_all(said, &self.input, &mut outcome);
        }
        if let Some(session) = self.caller.session {
            session.note_stop(&mut outcome, self.engine.stop_cap);
            session.note_watched(&outcome);
        }
        outcome.duration_ms = in_milliseconds(self.measured.stop(now));
        outcome
    }
}

impl Waiting {
    async fn answer(
        mut self,
        dispatch: &Dispatch<'_>,
        chosen: &[Chosen],
    ) -> (usize, Response, Duration) {
        let hook = &chosen[self.lane].hook;
        let response = match wait_for(dispatch, hook, &mut self.running).await {
            Waited::Over(response) => response,
            // Only processes detach themselves.
            Waited::Detached(_) => Response::Silence,
        };
        (self.lane, response, self.running.started.elapsed())
    }
}
