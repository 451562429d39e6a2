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
use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::merge::{Effects, must_speak, settle_silence};
use snaphook_core::outcome::{HookEntry, Outcome, Status};
use snaphook_core::select::{Chosen, Selection};
use snaphook_exec::{FunctionCall, RunFuture, Stop};
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::caller::{Caller, Passing};
use super::clock::Clock;
use super::closed::closed;
use super::rewritten::hold_rewrite;
use super::run::{Judged, not_loaded, wait_for};
use super::running::{Running, Waited};
use super::{Dispatch, Fired, can_block, facts, in_milliseconds, settle_all};
use crate::engine::{ExecuteOptions, Inner};
use crate::session::Measured;

/// An event and the settings it meets. They are only lent: an event that is over
/// at once need not hold them.
#[derive(Clone, Copy)]
pub(super) struct Meets<'a> {
    pub(super) engine: &'a Arc<Inner>,
    pub(super) input: &'a Input,
}

/// What has come of an event's functions so far.
struct Heard {
    /// With the entries of those that have answered, in configured order.
    outcome: Outcome,
    /// What was said by those that were not silent.
    said: Vec<(usize, Effects, Vec<Diagnostic>)>,
}

/// A function that has not answered yet.
struct Waiting {
    lane: usize,
    running: Running,
}

/// An event some of whose functions wait.
pub(super) struct Begun {
    heard: Heard,
    waiting: Vec<Waiting>,
}

impl Meets<'_> {
    /// Whether an event can be run here: it has nothing but functions, nobody
    /// watches, and nobody has told it to stop or makes hooks wait for each other.
    #[inline]
    pub(super) fn only_functions(&self, selection: &Selection, options: &ExecuteOptions) -> bool {
        let engine = self.engine;
        selection.plain_functions
            && engine.strategy == Strategy::Together
            && self.input.event().spec().budget.is_none()
            && !engine.is_watched()
            && !engine.observers.is_any()
            && !engine.running.is_closed()
            && !options.is_cancelled()
    }

    /// Runs such an event: its outcome, or what has come of it so far when some
    /// of its functions wait.
    #[inline]
    pub(super) fn begin(
        self,
        caller: Caller<'_>,
        selection: &Selection,
        measured: &mut Measured<'_>,
        context: &mut Context<'_>,
    ) -> Result<Outcome, Box<Begun>> {
        let mut heard = Heard {
            outcome: self.engine.begin(self.input),
            said: Vec::new(),
        };
        let outcome = &mut heard.outcome;
        if !selection.diagnostics.is_empty() {
            outcome
                .diagnostics
                .extend_from_slice(&selection.diagnostics);
        }
        outcome.hooks = Vec::with_capacity(selection.chosen.len());
        let mut waiting = Vec::new();
        let mut stop = Stop::spare();
        let mut now = measured.started;
        for (lane, chosen) in selection.chosen.iter().enumerate() {
            if lane > 0 {
                stop.renew();
            }
            let since = now;
            let mut running = self.start(chosen, stop.clone());
            let polled = running.as_mut().poll(context);
            now = Instant::now();
            match polled {
                Poll::Ready(response) => {
                    drop(running);
                    let took = now.duration_since(since);
                    heard.hear(self, lane, &chosen.hook, &response, took);
                }
                Poll::Pending => {
                    // Its place, until it has answered.
                    let silence = Response::Silence;
                    heard.hear(self, lane, &chosen.hook, &silence, Duration::ZERO);
                    let stop = std::mem::take(&mut stop);
                    let running = Running::of_function(running, &stop, since);
                    waiting.push(Waiting { lane, running });
                }
            }
        }
        stop.keep();
        if !waiting.is_empty() {
            return Err(Box::new(Begun { heard, waiting }));
        }
        heard.conclude(self, caller, measured, now);
        Ok(heard.outcome)
    }

    fn start(self, chosen: &Chosen, stop: Stop) -> RunFuture<'static> {
        let handler = self.engine.handlers.get(chosen.options_from);
        match handler.and_then(|handler| handler.as_ref()?.as_function()) {
            Some(function) => function.call(FunctionCall::new(self.input.clone(), stop)),
            None => Box::pin(std::future::ready(not_loaded(&chosen.hook))),
        }
    }
}

impl Begun {
    /// Waits for the rest of them.
    pub(super) async fn finish(self: Box<Self>, mut fired: Fired<'_>) -> Outcome {
        let Self { mut heard, waiting } = *self;
        let selection = fired.selected.take().unwrap_or_default();
        heard.wait(&fired, &selection.chosen, waiting).await;
        if fired.engine.ending.is_cancelled() {
            let (effects, notes) = closed(&fired.engine, &fired.input);
            heard.said.push((usize::MAX, effects, notes));
        }
        let meets = Meets {
            engine: &fired.engine,
            input: &fired.input,
        };
        heard.conclude(meets, fired.caller, &mut fired.measured, Instant::now());
        heard.outcome
    }
}

impl Heard {
    /// Takes what a function answered.
    #[inline]
    fn hear(
        &mut self,
        meets: Meets<'_>,
        lane: usize,
        hook: &Hook,
        response: &Response,
        took: Duration,
    ) {
        let mut entry = match response {
            // By far the most, and judging it would say as much.
            Response::Silence => HookEntry::new(hook, Status::Success),
            response => {
                let context = Judged {
                    engine: meets.engine,
                    input: meets.input,
                    hook,
                    lane,
                    can_block: can_block(meets.input),
                };
                let (verdict, entry) = context.judge(response);
                self.said.push((lane, verdict.effects, verdict.diagnostics));
                entry
            }
        };
        entry.duration_ms = in_milliseconds(took);
        match self.outcome.hooks.get_mut(lane) {
            Some(place) => *place = entry,
            None => self.outcome.hooks.push(entry),
        }
    }

    /// Waits for those that did not answer at once, as for any hook.
    async fn wait(&mut self, fired: &Fired<'_>, chosen: &[Chosen], waiting: Vec<Waiting>) {
        let passing;
        let session = match fired.caller.session {
            Some(session) => session,
            None => {
                passing = Passing::default();
                &passing.0
            }
        };
        let input = Arc::new(fired.input.clone());
        let dispatch = Dispatch {
            engine: &fired.engine,
            session,
            added: &[],
            number: fired.engine.dispatch_number(),
            input: &input,
            can_block: can_block(&input),
            clock: Clock::default(),
            awaited: None,
            stop: CancellationToken::new(),
            again: &[],
            span: &Span::none(),
        };
        let answering = waiting.into_iter().map(|one| one.answer(&dispatch, chosen));
        let running = dispatch.until_told_to_stop(&fired.options, join_all(answering));
        let meets = Meets {
            engine: &fired.engine,
            input: &fired.input,
        };
        for (lane, response, took) in running.await {
            self.hear(meets, lane, &chosen[lane].hook, &response, took);
        }
    }

    /// Draws the conclusions, in configured order.
    #[inline]
    fn conclude(
        &mut self,
        meets: Meets<'_>,
        caller: Caller<'_>,
        measured: &mut Measured<'_>,
        now: Instant,
    ) {
        let (input, outcome) = (meets.input, &mut self.outcome);
        let spec = input.event().spec();
        if !self.said.is_empty() {
            let mut said = std::mem::take(&mut self.said);
            said.sort_by_key(|(lane, ..)| *lane);
            let said = said.into_iter().map(|(_, effects, notes)| (effects, notes));
            settle_all(said, input, outcome);
            hold_rewrite(meets.engine, input, outcome);
        } else if must_speak(spec) {
            settle_silence(spec, facts(input, outcome), outcome);
        }
        if let Some(session) = caller.session {
            session.note_stop(outcome, &meets.engine.stop_caps);
            session.note_watched(outcome);
        }
        outcome.duration_ms = in_milliseconds(measured.stop(now));
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
        (self.lane, response, self.running.started().elapsed())
    }
}
