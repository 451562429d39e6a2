//! The hooks that most agents want, added in one call.

use super::intent::RequireIntent;
use super::log::{CallRecord, log_tool_input};
use crate::gate::Gate;

impl Gate {
    /// Adds the two hooks that most agents want: one that logs every tool input
    /// with its invocation's id, and one that denies mutating tools while the
    /// session has no intent (see [`RequireIntent`]).
    #[must_use]
    pub fn with_shipped_hooks(self) -> Self {
        self.pre(log_tool_input(CallRecord::to_tracing))
            .pre(RequireIntent::default().hook())
    }
}
