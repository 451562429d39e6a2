//! Hooks that come with the gate.

mod approval;
mod intent;
mod log;

pub use approval::ask_first;
pub use intent::{MUTATING, RequireIntent};
pub use log::{LogFile, LogRecord, log_payload};

use super::middleware::Gate;

impl Gate {
    /// Adds the two hooks that most agents want: one that logs every payload
    /// with its invocation's id, and one that refuses mutating tools while the
    /// session has no intent (see [`RequireIntent`]).
    #[must_use]
    pub fn with_shipped_hooks(self) -> Self {
        self.pre(log_payload(LogRecord::to_tracing))
            .pre(RequireIntent::default().hook())
    }
}
