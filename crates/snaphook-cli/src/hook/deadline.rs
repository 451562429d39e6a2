//! When the bridge must have answered. Every agent goes on when a hook takes too long, so
//! the bridge answers before that, whatever hangs.

use std::time::{Duration, Instant};

use snaphook_agents::AgentSpec;

use super::args::HookArgs;

/// The bridge answers so long before the agent stops waiting, at most.
const MARGIN: Duration = Duration::from_secs(2);

/// How long an agent waits of which nothing is known.
const USUAL_LIMIT: u32 = 60;

/// The time that one event may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    begun: Instant,
    limit: Duration,
}

impl Deadline {
    /// A deadline that counts from `begun`; the agent's own limit, unless one is given.
    pub(super) fn new(begun: Instant, args: &HookArgs, agent: &AgentSpec) -> Self {
        let contract = agent.contract(args.agent_version.as_deref());
        let usual = contract.timeout.default_seconds;
        let usual = if usual == 0 { USUAL_LIMIT } else { usual };
        let limit = Duration::from_secs(args.limit.unwrap_or(usual).into());
        Self { begun, limit }
    }

    /// What is left for hooks.
    pub(super) fn left_for_hooks(&self) -> Duration {
        self.left(1, 1)
    }

    /// What is left until the bridge answers for whatever hangs.
    pub(super) fn left_for_answer(&self) -> Duration {
        self.left(1, 2)
    }

    /// What is left until the process ends, whatever is not written yet.
    pub(super) fn left_for_exit(&self) -> Duration {
        self.left(1, 8)
    }

    /// What is left until a part of the margin before the limit.
    fn left(&self, part: u32, of: u32) -> Duration {
        let margin = MARGIN.min(self.limit / 5) * part / of;
        (self.limit - margin).saturating_sub(self.begun.elapsed())
    }

    /// How long hooks may take in all, in words.
    pub(super) fn hooks_in_words(&self) -> String {
        let time = self.limit - MARGIN.min(self.limit / 5);
        format!("{} s", time.as_secs_f64())
    }
}
