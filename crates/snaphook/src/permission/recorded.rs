//! Telling the recorder what was decided about a call, where no hook decided it:
//! what hooks decide stands in the record of their event.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime};

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::input::{Input, InputError};
use snaphook_core::outcome::Outcome;
use snaphook_core::recorder::Dispatched;

use super::decision::{Decided, Decider};
use super::way::{End, Way};

/// The event under which a decision of rules, the mode or a person is recorded. It is
/// never fired: no hook runs on it.
pub const AUTHORIZE: &str = "Authorize";

static EVENT: LazyLock<Event> = LazyLock::new(|| Event::resolve(AUTHORIZE));

/// When a call set out.
pub(super) struct SetOut {
    at: SystemTime,
    since: Instant,
}

impl Default for SetOut {
    fn default() -> Self {
        Self {
            at: SystemTime::now(),
            since: Instant::now(),
        }
    }
}

impl Way<'_> {
    /// Tells the recorder, if there is one.
    pub(super) fn record(&self, end: &End) {
        let engine = self.session.engine();
        let Some(recorder) = &engine.lasting().recorder else {
            return;
        };
        if matches!(end.by, Decider::Hook { .. }) {
            return;
        }
        // An input that cannot be written as JSON was never one.
        if let Ok(input) = self.decided_input() {
            let outcome = outcome_of(end);
            let dispatched = Dispatched::new(self.set_out.at, &input, Some(&outcome))
                .dialect(engine.dialect().name())
                .took(self.set_out.since.elapsed());
            recorder.dispatched(&dispatched);
        }
    }

    fn decided_input(&self) -> Result<Input, InputError> {
        let mut fields = Input::new(&self.common, &self.before())?.fields().clone();
        fields.set("hook_event_name", AUTHORIZE)?;
        Ok(Input::as_it_is(EVENT.clone(), fields))
    }
}

fn outcome_of(end: &End) -> Outcome {
    let mut outcome = Outcome::go_on(&EVENT);
    let (decision, said) = match end.decision {
        Decided::Allow => (PermissionDecision::Allow, "allowed"),
        Decided::Deny => (PermissionDecision::Deny, "denied"),
        Decided::Defer => (PermissionDecision::Defer, "left to the host"),
    };
    let reason = match &end.reason {
        Some(reason) => format!("{said} by {}: {reason}", end.by),
        None => format!("{said} by {}", end.by),
    };
    outcome.permission_decision = Some(decision);
    if end.decision == Decided::Deny {
        outcome.blocked = true;
        outcome.block_reason = Some(reason.clone());
    }
    outcome.permission_decision_reason = Some(reason);
    outcome
}
