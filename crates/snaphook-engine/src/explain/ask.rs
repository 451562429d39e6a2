//! How hosts ask what would run: of an engine, of a snapshot, or in a session.

use snaphook_core::input::Input;

use super::explanation::Explanation;
use super::hooks::explain;
use crate::engine::{Engine, Snapshot};
use crate::session::Session;

impl Engine {
    /// What would run on this input, and why every other hook would not.
    /// Nothing is run.
    #[must_use]
    pub fn explain(&self, input: &Input) -> Explanation {
        explain(&self.snapshot_data(), None, input)
    }
}

impl Snapshot {
    /// What would run on this input outside any session, and why every other
    /// hook would not.
    #[must_use]
    pub fn explain(&self, input: &Input) -> Explanation {
        explain(self.data(), None, input)
    }
}

impl Session {
    /// What would run on this input in this session, and why every other
    /// configured hook would not.
    #[must_use]
    pub fn explain(&self, input: &Input) -> Explanation {
        explain(&self.engine().snapshot_data(), Some(self.state()), input)
    }
}
