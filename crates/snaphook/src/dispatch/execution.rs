//! An event that was fired, as a future.
//!
//! Nothing happens before it is polled. Then the way of an event on which no
//! hook runs is short, and so is that of one on which functions answer at once:
//! they are over when the first poll is, and for them nothing is put on the
//! heap. So it is written by hand: what an `async` function keeps for the long
//! way would be moved about on the short ones, too.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_core::select::Selection;

use super::observed::run_observed;
use super::{Caller, Fired, functions};
use crate::engine::{Engine, ExecuteOptions, Inner};
use crate::observe;
use crate::session::SessionState;

/// An event on its way.
#[must_use = "no hook runs unless it is waited for"]
pub(crate) struct Execution<'a> {
    on: On<'a>,
    caller: Caller<'a>,
    step: Step<'a>,
}

/// The settings that an event meets.
#[derive(Clone, Copy)]
pub(crate) enum On<'a> {
    /// Those of the moment in which it begins.
    Now(&'a Engine),
    /// These, whatever holds by then.
    These(&'a Arc<Inner>),
}

enum Step<'a> {
    Fired(Input, ExecuteOptions),
    Running(Running<'a>),
    Over,
}

/// The rest of the way, where there is one.
pub(super) type Running<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

impl<'a> Execution<'a> {
    pub(crate) fn new(
        on: On<'a>,
        caller: Caller<'a>,
        input: Input,
        options: ExecuteOptions,
    ) -> Self {
        Self {
            on,
            caller,
            step: Step::Fired(input, options),
        }
    }

    #[inline]
    fn begin(
        &mut self,
        input: Input,
        options: ExecuteOptions,
        context: &mut Context<'_>,
    ) -> Poll<Outcome> {
        match self.on {
            On::Now(engine) => self.begin_on(&engine.inner(), input, options, context),
            On::These(engine) => self.begin_on(engine, input, options, context),
        }
    }

    #[inline]
    fn begin_on(
        &mut self,
        engine: &Arc<Inner>,
        input: Input,
        options: ExecuteOptions,
        context: &mut Context<'_>,
    ) -> Poll<Outcome> {
        let caller = self.caller;
        let input = engine.rules.adopt_input(input);
        let selected = engine.set.select(&input);
        let adds_none = caller.session.is_none_or(|session| !session.has_hooks());
        let alone = adds_none && !observe::is_heard() && engine.recorder.is_none();
        if selected.is_none() && alone {
            return Poll::Ready(nothing_selected(engine, caller, &input));
        }
        self.run(engine, input, options, selected, alone, context)
    }

    /// Some hook may run.
    #[inline(never)]
    fn run(
        &mut self,
        engine: &Arc<Inner>,
        input: Input,
        options: ExecuteOptions,
        selected: Option<Arc<Selection>>,
        alone: bool,
        context: &mut Context<'_>,
    ) -> Poll<Outcome> {
        let caller = self.caller;
        let counted = caller.session.filter(|_| caller.counts);
        let measured = SessionState::measure(counted.map(|session| &**session));
        let fired = Fired {
            engine: Arc::clone(engine),
            caller,
            selected: selected.and_then(|selection| engine.still_trusted(selection, &input)),
            input,
            options,
            measured,
            running: engine.running.token(),
        };
        if alone && !engine.is_watched() && functions::fits(&fired) {
            return match functions::begin(fired, context) {
                Ok(outcome) => Poll::Ready(outcome),
                Err(rest) => self.go_on(rest, context),
            };
        }
        self.go_on(Box::pin(run_observed(fired)), context)
    }

    fn go_on(&mut self, rest: Running<'a>, context: &mut Context<'_>) -> Poll<Outcome> {
        self.step = Step::Running(rest);
        match &mut self.step {
            Step::Running(rest) => rest.as_mut().poll(context),
            Step::Fired(..) | Step::Over => Poll::Pending,
        }
    }
}

impl Future for Execution<'_> {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        if let Step::Running(rest) = &mut self.step {
            return rest.as_mut().poll(context);
        }
        match std::mem::replace(&mut self.step, Step::Over) {
            Step::Fired(input, options) => self.begin(input, options, context),
            // Whoever polls what is over waits in vain.
            Step::Running(_) | Step::Over => Poll::Pending,
        }
    }
}

/// No hook runs.
pub(super) fn nothing_selected(engine: &Inner, caller: Caller<'_>, input: &Input) -> Outcome {
    let mut outcome = engine.begin(input);
    if let Some(session) = caller.session {
        session.note_stop(&mut outcome, engine.stop_cap);
    }
    outcome
}
