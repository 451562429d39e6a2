//! An agent that is never allowed to stop: after so many blocks in a row with
//! no tool call between them, a stop goes through.

use std::ffi::OsStr;

use snaphook_core::hook::Authority;
use snaphook_core::outcome::{Outcome, Status};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::Surroundings;
use snaphook_settings::EffectiveSettings;

/// Blocks in a row that are honoured, unless settings or the variable say otherwise.
const DEFAULT_CAP: u32 = 8;

/// The variable of the world that says another number.
const VARIABLE: &str = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";

/// Blocks in a row that are honoured, by who configured the hook that blocks:
/// a project does not make the user's hooks give up sooner. 0 means no limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopCaps([(Authority, u32); 5]);

impl StopCaps {
    /// Takes the caps from settings; where they say nothing, from the variable
    /// `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` of the world.
    pub(crate) fn of(effective: &EffectiveSettings, world: &Surroundings) -> Self {
        let set = world.var(VARIABLE).and_then(OsStr::to_str);
        let set = set.and_then(|text| text.trim().parse().ok());
        let default = set.unwrap_or(DEFAULT_CAP);
        Self(Authority::ALL.map(|level| (level, effective.stop_cap(level, default))))
    }

    /// The cap for this outcome: of all hooks that block, the one that may do so
    /// most often decides.
    fn for_outcome(&self, outcome: &Outcome) -> u32 {
        let blocking = outcome.hooks.iter();
        let blocking =
            blocking.filter(|entry| entry.status == Status::Blocked && entry.observed.is_none());
        let caps = blocking.map(|entry| self.of_level(entry.scope.authority()));
        caps.reduce(|one, other| match (one, other) {
            (0, _) | (_, 0) => 0,
            (one, other) => one.max(other),
        })
        .unwrap_or_else(|| self.of_level(Authority::Managed))
    }

    fn of_level(&self, wanted: Authority) -> u32 {
        let found = self.0.iter().find(|(level, _)| *level == wanted);
        found.map_or(DEFAULT_CAP, |(_, cap)| *cap)
    }
}

/// Counts blocks of Stop and SubagentStop.
#[derive(Debug, Default)]
pub(super) struct StopCounter {
    pub(super) in_a_row: u32,
}

impl StopCounter {
    /// Notes the outcome of an event. A cap of 0 means none.
    pub(super) fn note(&mut self, outcome: &mut Outcome, caps: &StopCaps) {
        match outcome.event.as_str() {
            "PreToolUse" | "PostToolUse" | "PostToolUseFailure" => self.in_a_row = 0,
            "Stop" | "SubagentStop" if outcome.blocked => {
                self.in_a_row = self.in_a_row.saturating_add(1);
                let cap = caps.for_outcome(outcome);
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
