//! Records what was decided about a call, where no hook decided it: what hooks decide
//! is in the record of their event.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime};

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::input::{Input, InputError};
use snaphook_core::outcome::Outcome;
use snaphook_core::recorder::DispatchRecord;

use super::state::{Authorization, FinalDecision};
use crate::permission::decision::{CallDecision, Decider};

/// The event under which a decision of rules, the mode or a person is recorded. It is
/// never fired: no hook runs on it.
pub const AUTHORIZE: &str = "Authorize";

static EVENT: LazyLock<Event> = LazyLock::new(|| Event::resolve(AUTHORIZE));

/// When an authorization started.
pub(super) struct StartTime {
    at: SystemTime,
    since: Instant,
}

impl Default for StartTime {
    fn default() -> Self {
        Self {
            at: SystemTime::now(),
            since: Instant::now(),
        }
    }
}

/// Passes the decision to the recorder, if there is one.
pub(super) fn record(authorization: &Authorization<'_>, ended: &FinalDecision) {
    let engine = authorization.session.engine();
    let Some(recorder) = engine.recorder() else {
        return;
    };
    if matches!(*ended.by, Decider::Hook { .. }) {
        return;
    }
    // An input that cannot be written as JSON was denied before.
    if let Ok(input) = decided_input(authorization) {
        let outcome = outcome_of(ended);
        let started = &authorization.started;
        let dispatched = DispatchRecord::new(started.at, &input, Some(&outcome))
            .dialect(engine.dialect().name())
            .duration(started.since.elapsed());
        recorder.dispatched(&dispatched);
    }
}

fn decided_input(authorization: &Authorization<'_>) -> Result<Input, InputError> {
    let input = Input::new(&authorization.common, &authorization.before())?;
    let mut fields = input.fields().clone();
    fields.set("hook_event_name", AUTHORIZE)?;
    Ok(Input::as_it_is(EVENT.clone(), fields))
}

fn outcome_of(ended: &FinalDecision) -> Outcome {
    let mut outcome = Outcome::go_on(&EVENT);
    let (decision, said) = match ended.decision {
        CallDecision::Allow => (PermissionDecision::Allow, "allowed"),
        CallDecision::Deny => (PermissionDecision::Deny, "denied"),
        CallDecision::Defer => (PermissionDecision::Defer, "left to the host"),
    };
    let reason = match &ended.reason {
        Some(reason) => format!("{said} by {}: {reason}", ended.by),
        None => format!("{said} by {}", ended.by),
    };
    outcome.permission_decision = Some(decision);
    if ended.decision == CallDecision::Deny {
        outcome.blocked = true;
        outcome.block_reason = Some(reason.clone());
    }
    outcome.permission_decision_reason = Some(reason);
    outcome
}
