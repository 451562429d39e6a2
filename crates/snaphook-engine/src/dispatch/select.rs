//! Selected: which configured hooks an input names, as far as they still are
//! what was trusted. Conditions come with the plan.

use std::sync::{Arc, OnceLock};

use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_core::select::SelectionRef;

use super::caller::{Caller, EventSession};
use super::event_run::EventRun;
use super::options::ExecuteOptions;
use super::record::RecordState;
use crate::engine::SnapshotData;
use crate::observe;
use crate::session::SessionState;

impl<'a> EventRun<'a> {
    /// Begins an event with what was found for it.
    pub(super) fn select(
        engine: &Arc<SnapshotData>,
        caller: Caller<'a>,
        input: Input,
        options: ExecuteOptions,
        found: Option<SelectionRef<'_>>,
    ) -> Self {
        // Held before looking: a shutdown that begins from here on waits for it.
        let running = engine.running.token();
        let counted = caller.session.filter(|_| caller.counts);
        let measured = SessionState::measure(counted.map(|session| &**session));
        let found = found.and_then(|found| engine.still_trusted(found, &input));
        let session = EventSession::of(caller);
        Self {
            caller,
            added: session.hooks(),
            session,
            span: observe::dispatch_span(input.event()),
            record: RecordState::begin(engine),
            input,
            options,
            selection: found.map(SelectionRef::into_arc),
            closed: engine.running.is_closed(),
            number: engine.dispatch_number(),
            stop: OnceLock::new(),
            measured,
            line: OnceLock::new(),
            background: OnceLock::new(),
            _running: running,
            engine: Arc::clone(engine),
        }
    }
}

/// The outcome of an event on which no hook runs.
pub(super) fn nothing_selected(
    engine: &SnapshotData,
    caller: Caller<'_>,
    input: &Input,
) -> Outcome {
    let mut outcome = engine.begin(input);
    if let Some(session) = caller.session {
        session.note_stop(&mut outcome, &engine.stop_caps);
    }
    outcome
}
