//! Recorded: the span and the recorder, if there is one, are told what became of
//! an event.

use std::time::{Duration, Instant, SystemTime};

use snaphook_core::outcome::Outcome;
use snaphook_core::recorder::DispatchRecord;

use super::event_run::EventRun;
use crate::engine::SnapshotData;
use crate::observe;

/// An event that is to be recorded, and has not been.
pub(super) struct RecordState {
    started: SystemTime,
}

impl RecordState {
    /// Begins, where somebody wants to be told.
    pub(super) fn begin(engine: &SnapshotData) -> Option<Self> {
        let started = SystemTime::now;
        engine
            .recorder
            .as_ref()
            .map(|_| Self { started: started() })
    }
}

impl EventRun<'_> {
    /// The event has ended.
    pub(super) fn record(&mut self, outcome: &mut Outcome, ended: Instant) {
        outcome.duration_ms = in_milliseconds(self.measured.stop(ended));
        let managed_only = self.engine.set.live().only_managed();
        observe::dispatch_ended(&self.span, outcome, managed_only);
        self.call_recorder(Some(outcome));
    }

    /// Tells the recorder, unless it was told.
    fn call_recorder(&mut self, outcome: Option<&Outcome>) {
        if let (Some(record), Some(recorder)) = (self.record.take(), &self.engine.recorder) {
            let dispatched = DispatchRecord::new(record.started, &self.input, outcome)
                .dialect(self.engine.dialect.name())
                .duration(self.measured.started.elapsed());
            recorder.dispatched(&dispatched);
        }
    }
}

impl Drop for EventRun<'_> {
    fn drop(&mut self) {
        self.call_recorder(None);
    }
}

/// Milliseconds with three decimals: an in-process hook takes microseconds.
pub(super) fn in_milliseconds(time: Duration) -> f64 {
    let micros = time.as_secs() * 1_000_000 + u64::from(time.subsec_nanos() + 500) / 1000;
    micros as f64 / 1e3
}
