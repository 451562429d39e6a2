//! The record of an event is held back until it is known what the agent cannot do: the log
//! says that beside what the hooks answered.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use snaphook::outcome::HookEntry;
use snaphook::{Diagnostic, DispatchRecord, Input, Outcome, Recorder, Severity};

/// The code of what the agent cannot do.
pub(super) const DEGRADED: &str = "degraded";

/// The code of a call of which nobody can say for sure what it does.
pub(super) const UNKNOWN_TOOL: &str = "unknown-tool";

/// The code of a bridge that could not decide.
pub(super) const BRIDGE_FAILED: &str = "bridge-failed";

/// A remark of the bridge: its code, and the words.
pub(super) type BridgeRemark = (&'static str, String);

/// A recorder that holds the first record of a bridge back.
pub(super) struct HeldRecord {
    to: Arc<dyn Recorder>,
    state: Mutex<HoldState>,
}

enum HoldState {
    /// Nothing was recorded yet.
    Waiting,
    /// This record.
    Held(Box<OwnedRecord>),
    /// It was passed on, and so are all others.
    Passed,
}

struct OwnedRecord {
    started: SystemTime,
    took: Duration,
    dialect: &'static str,
    input: Input,
    outcome: Option<Outcome>,
}

impl HeldRecord {
    pub(super) fn before(to: Arc<dyn Recorder>) -> Self {
        Self {
            to,
            state: Mutex::new(HoldState::Waiting),
        }
    }

    /// Passes the record on, with these remarks.
    pub(super) fn pass(&self, remarks: &[BridgeRemark]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let HoldState::Held(mut held) = std::mem::replace(&mut *state, HoldState::Passed) else {
            return;
        };
        drop(state);
        if let Some(outcome) = &mut held.outcome {
            let told = remarks
                .iter()
                .map(|(code, words)| Diagnostic::new(Severity::Warning, code, words.clone()));
            outcome.diagnostics.extend(told);
        }
        let record = DispatchRecord::new(held.started, &held.input, held.outcome.as_ref());
        self.to
            .dispatched(&record.dialect(held.dialect).duration(held.took));
    }
}

impl Recorder for HeldRecord {
    fn dispatched(&self, dispatched: &DispatchRecord<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, HoldState::Waiting) {
            *state = HoldState::Held(Box::new(OwnedRecord {
                started: dispatched.started,
                took: dispatched.took,
                dialect: dispatched.dialect,
                input: dispatched.input.clone(),
                outcome: dispatched.outcome.cloned(),
            }));
            return;
        }
        drop(state);
        self.to.dispatched(dispatched);
    }

    fn finished_late(&self, dispatch: u64, entry: &HookEntry) {
        self.to.finished_late(dispatch, entry);
    }
}

impl Drop for HeldRecord {
    fn drop(&mut self) {
        self.pass(&[]);
    }
}
