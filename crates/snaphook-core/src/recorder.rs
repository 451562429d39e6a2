//! The trait that receives every finished dispatch. The audit log implements it.

use std::time::{Duration, SystemTime};

use crate::input::Input;
use crate::outcome::{HookEntry, Outcome};

/// One finished dispatch.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct DispatchRecord<'a> {
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// The name of the engine's dialect. The input is in canonical words all the
    /// same.
    pub dialect: &'static str,
    /// The input as it came.
    pub input: &'a Input,
    /// Its outcome; `None` if the caller stopped waiting and its hooks were ended.
    pub outcome: Option<&'a Outcome>,
}

impl<'a> DispatchRecord<'a> {
    /// A dispatch of this input that began at `started`.
    #[must_use]
    pub fn new(started: SystemTime, input: &'a Input, outcome: Option<&'a Outcome>) -> Self {
        let took = outcome.map_or(0.0, |outcome| outcome.duration_ms / 1000.0);
        Self {
            started,
            took: Duration::try_from_secs_f64(took).unwrap_or_default(),
            dialect: "claude",
            input,
            outcome,
        }
    }

    /// Sets the dialect.
    #[must_use]
    pub fn dialect(mut self, name: &'static str) -> Self {
        self.dialect = name;
        self
    }

    /// Sets how long the dispatch took.
    #[must_use]
    pub fn duration(mut self, took: Duration) -> Self {
        self.took = took;
        self
    }
}

/// Receives every finished dispatch.
///
/// The engine calls it before it returns the outcome: a slow recorder makes the
/// agent wait.
pub trait Recorder: Send + Sync {
    /// Records a finished dispatch.
    fn dispatched(&self, dispatched: &DispatchRecord<'_>);

    /// Records a background hook that has finished. `dispatch` is the number in
    /// its outcome ([`Outcome::dispatch`]), which this recorder may receive
    /// before or after this call.
    fn finished_late(&self, dispatch: u64, entry: &HookEntry) {
        let _ = (dispatch, entry);
    }
}
