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
use snaphook_core::select::Found;

use super::functions::Meets;
use super::observed::run_observed;
use super::{Caller, Fired};
use crate::engine::{Engine, ExecuteOptions, Inner};
use crate::observe;
use crate::session::SessionState;

/// An event on its way.
#[must_use = "no hook runs unless it is waited for"]
pub(crate) struct Execution<'a> {
    on: On<'a>,
    caller: Caller<'a>,
    input: Input,
    options: ExecuteOptions,
    begun: bool,
    rest: Option<Running<'a>>,
}

/// The settings that an event meets.
#[derive(Clone, Copy)]
pub(crate) enum On<'a> {
    /// Those of the moment in which it begins.
    Now(&'a Engine),
    /// These, whatever holds by then.
    These(&'a Arc<Inner>),
}

/// The rest of the way, where there is one.
pub(super) type Running<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

impl<'a> Execution<'a> {
    #[inline]
    pub(crate) fn new(
        on: On<'a>,
        caller: Caller<'a>,
        input: Input,
        options: ExecuteOptions,
    ) -> Self {
        Self {
            on,
            caller,
            input,
            options,
            begun: false,
            rest: None,
        }
    }

    #[inline]
    fn begin(&mut self, engine: &Arc<Inner>, context: &mut Context<'_>) -> Poll<Outcome> {
        let caller = self.caller;
        if !engine.rules.has_adopted(&self.input) {
            self.input = engine.rules.adopt_input(self.input.clone());
        }
        let selected = engine.set.find(&self.input);
        let plain = caller.session.is_none_or(|session| session.is_plain());
        let alone = plain && !observe::is_heard() && engine.recorder.is_none();
        if selected.is_none() && alone && !engine.running.is_closed() {
            return Poll::Ready(nothing_selected(engine, caller, &self.input));
        }
        self.run(engine, selected, alone, context)
    }

    /// Some hook may run. When `alone`, the session adds none, and nobody
    /// hears or sees anything of it.
    #[inline(never)]
    fn run(
        &mut self,
        engine: &Arc<Inner>,
        selected: Option<Found<'_>>,
        alone: bool,
        context: &mut Context<'_>,
    ) -> Poll<Outcome> {
        let caller = self.caller;
        let counted = caller.session.filter(|_| caller.counts);
        let mut measured = SessionState::measure(counted.map(|session| &**session));
        let selected = selected.and_then(|selected| engine.still_trusted(selected, &self.input));
        let meets = Meets {
            engine,
            input: &self.input,
        };
        let begun = match &selected {
            Some(selection) if alone && meets.only_functions(selection, &self.options) => {
                match meets.begin(caller, selection, &mut measured, context) {
                    Ok(outcome) => return Poll::Ready(outcome),
                    Err(begun) => Some(begun),
                }
            }
            _ => None,
        };
        let fired = Fired {
            engine: Arc::clone(engine),
            caller,
            input: self.input.clone(),
            options: std::mem::take(&mut self.options),
            selected: selected.map(Found::into_arc),
            measured,
            // What is over by now nobody could have waited for.
            running: engine.running.token(),
        };
        let rest: Running<'a> = match begun {
            Some(begun) => Box::pin(begun.finish(fired)),
            None => Box::pin(run_observed(fired)),
        };
        self.rest.insert(rest).as_mut().poll(context)
    }
}

impl Future for Execution<'_> {
    type Output = Outcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Outcome> {
        let this = &mut *self;
        if let Some(rest) = &mut this.rest {
            return rest.as_mut().poll(context);
        }
        // Whoever polls what is over waits in vain.
        if std::mem::replace(&mut this.begun, true) {
            return Poll::Pending;
        }
        match this.on {
            On::Now(engine) => {
                let session = this.caller.session;
                let untouched = session.is_none_or(|session| session.is_untouched());
                if untouched && engine.has_nothing_to_tell(&this.input) && !observe::is_heard() {
                    return Poll::Ready(Outcome::go_on(this.input.event()));
                }
                this.begin(&engine.inner(), context)
            }
            On::These(engine) => this.begin(engine, context),
        }
    }
}

/// No hook runs.
pub(super) fn nothing_selected(engine: &Inner, caller: Caller<'_>, input: &Input) -> Outcome {
    let mut outcome = engine.begin(input);
    if let Some(session) = caller.session {
        session.note_stop(&mut outcome, &engine.stop_caps);
    }
    outcome
}
