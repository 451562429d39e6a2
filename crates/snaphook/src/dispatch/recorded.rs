//! Telling the recorder, if there is one, what became of a dispatch.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use snaphook_core::recorder::{Dispatched, Recorder};

use crate::engine::Inner;

/// A dispatch that is to be recorded. One that is dropped before its end is
/// recorded, too: its hooks may have done something.
pub(super) struct Recording {
    recorder: Arc<dyn Recorder>,
    dialect: &'static str,
    input: Input,
    started: SystemTime,
    began: Instant,
    over: bool,
}

impl Recording {
    /// Begins, where somebody wants to be told.
    pub(super) fn begin(engine: &Inner, input: &Input) -> Option<Self> {
        let recorder = engine.recorder.as_ref()?;
        Some(Self {
            recorder: Arc::clone(recorder),
            dialect: engine.dialect.name(),
            input: input.clone(),
            started: SystemTime::now(),
            began: Instant::now(),
            over: false,
        })
    }

    /// The dispatch has ended.
    pub(super) fn end(mut self, outcome: &Outcome) {
        self.over = true;
        self.tell(Some(outcome));
    }

    fn tell(&self, outcome: Option<&Outcome>) {
        let dispatched = Dispatched::new(self.started, &self.input, outcome)
            .dialect(self.dialect)
            .took(self.began.elapsed());
        self.recorder.dispatched(&dispatched);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !self.over {
            self.tell(None);
        }
    }
}
