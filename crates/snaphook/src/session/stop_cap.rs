//! An agent that is never allowed to stop: after so many blocks in a row with
//! no tool call between them, a stop goes through.

use snaphook_core::outcome::Outcome;
use snaphook_core::{Diagnostic, Severity};

/// Blocks in a row that are honoured, unless settings say otherwise.
pub(crate) const DEFAULT_CAP: u32 = 8;

/// Counts blocks of Stop and SubagentStop.
#[derive(Debug, Default)]
pub(super) struct StopCounter {
    pub(super) in_a_row: u32,
}

impl StopCounter {
    /// Notes the outcome of an event. A cap of 0 means none.
    pub(super) fn note(&mut self, outcome: &mut Outcome, cap: u32) {
        match outcome.event.as_str() {
            "PreToolUse" | "PostToolUse" | "PostToolUseFailure" => self.in_a_row = 0,
            "Stop" | "SubagentStop" if outcome.blocked => {
                self.in_a_row = self.in_a_row.saturating_add(1);
                if cap > 0 && self.in_a_row > cap {
                    outcome.unblock();
                    outcome.diagnostics.push(Diagnostic::new(
                        Severity::Warning,
                        "stop-cap",
                        format!(
                            "the stop was blocked {} times in a row with no tool call between; this block is ignored (stopHookBlockCap is {cap})",
                            self.in_a_row
                        ),
                    ));
                }
            }
            "Stop" | "SubagentStop" => self.in_a_row = 0,
            _ => {}
        }
    }
}
