//! Counts what a session has done so far, for conditions and policies that go by it.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use snaphook_core::SessionCounts;

use super::memory::SessionMemory;

/// The most names of tools that are kept: names come from agents.
const MOST_TOOLS: usize = 256;

/// What a session has done so far, and since when.
#[derive(Debug, Default)]
pub(super) struct CallCounter {
    counts: SessionCounts,
    /// Seconds since 1970.
    since: Option<u64>,
}

impl CallCounter {
    /// Counts one tool call that is over, as far as hooks decide it.
    pub(super) fn add(&mut self, tool: &str, denied: bool) {
        self.since.get_or_insert_with(now);
        self.counts.calls += 1;
        self.counts.denials += u64::from(denied);
        let tools = &self.counts.tools;
        if tools.len() < MOST_TOOLS && tools.iter().all(|known| known != tool) {
            let all = tools.iter().cloned().chain([tool.to_owned()]);
            self.counts.tools = all.collect();
        }
    }

    /// The counts, as they are now.
    pub(super) fn get(&self) -> SessionCounts {
        let seconds = self.since.map_or(0, |since| now().saturating_sub(since));
        SessionCounts {
            minutes: seconds / 60,
            ..self.counts.clone()
        }
    }

    /// Writes them into what outlives the process.
    pub(super) fn write_to(&self, memory: &mut SessionMemory) {
        memory.calls = self.counts.calls;
        memory.denials = self.counts.denials;
        memory.tools = self.counts.tools.to_vec();
        memory.since = self.since;
    }

    /// Goes on from what another process kept.
    pub(super) fn remember(&mut self, memory: &SessionMemory) {
        let tools: Arc<[String]> = memory.tools.iter().take(MOST_TOOLS).cloned().collect();
        self.counts = SessionCounts {
            calls: memory.calls,
            denials: memory.denials,
            minutes: 0,
            tools,
        };
        self.since = memory.since;
    }
}

fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}
