//! Who is told of every dispatch that is over: the seam for an audit log.

use std::time::{Duration, SystemTime};

use crate::input::Input;
use crate::outcome::{HookEntry, Outcome};

/// One dispatch that is over.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Dispatched<'a> {
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// The name of the engine's dialect. The input is in canonical words all the
    /// same.
    pub dialect: &'static str,
    /// The input as it came.
    pub input: &'a Input,
    /// What came of it; nothing when nobody waited for it any more and its hooks
    /// were ended.
    pub outcome: Option<&'a Outcome>,
}

impl<'a> Dispatched<'a> {
    /// A dispatch of this input that began then; for the rest there are fields.
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

    /// The same in this dialect.
    #[must_use]
    pub fn dialect(mut self, name: &'static str) -> Self {
        self.dialect = name;
        self
    }

    /// The same, taking so long.
    #[must_use]
    pub fn took(mut self, took: Duration) -> Self {
        self.took = took;
        self
    }
}

/// Is told of every dispatch.
///
/// It is called on the way of the event: whoever does more than put something
/// aside makes the agent wait.
pub trait Recorder: Send + Sync {
    /// A dispatch is over.
    fn dispatched(&self, dispatched: &Dispatched<'_>);

    /// A hook that went on in the background is over. `dispatch` is the number
    /// in its outcome ([`Outcome::dispatch`]), of which this recorder may hear
    /// before or after.
    fn finished_late(&self, dispatch: u64, entry: &HookEntry) {
        let _ = (dispatch, entry);
    }
}
