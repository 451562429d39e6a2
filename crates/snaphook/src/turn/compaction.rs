//! Compaction: before, after, and the session that begins anew.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::messages::{EventDecision, HookMessages};
use super::session::SessionStartReply;

/// Whether the conversation is compacted, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BeforeCompactionReply {
    /// Whether it is.
    pub decision: EventDecision,
    /// Instructions for it: what the user gave, then what hooks add.
    pub instructions: Option<String>,
    /// A line per hook for the user.
    pub lines: Vec<String>,
    /// The messages of the hooks.
    pub messages: HookMessages,
}

/// What follows a compaction.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CompactionReply {
    /// A line per hook for the user.
    pub lines: Vec<String>,
    /// What was said of the compaction.
    pub messages: HookMessages,
    /// The session begins anew: what hooks give it to begin with.
    pub started: SessionStartReply,
}

impl AgentHooks {
    /// The conversation is about to be compacted, `manual` or `auto`.
    pub async fn before_compaction(
        &self,
        trigger: &str,
        instructions: Option<&str>,
    ) -> BeforeCompactionReply {
        let own = instructions.map(str::to_owned);
        let outcome = self.fire(&typed::PreCompact::new(trigger, own)).await;
        let added = outcome.compact_instructions.as_deref();
        let all: Vec<&str> = instructions.into_iter().chain(added).collect();
        BeforeCompactionReply {
            decision: EventDecision::of(&outcome),
            instructions: (!all.is_empty()).then(|| all.join("\n\n")),
            lines: outcome.lines_for_user(),
            messages: HookMessages::of(outcome),
        }
    }

    /// The conversation was compacted to `summary`: fires PostCompact, then
    /// SessionStart with the source `compact`.
    pub async fn compacted(&self, trigger: &str, summary: &str) -> CompactionReply {
        let outcome = self.fire(&typed::PostCompact::new(trigger, summary)).await;
        let start = typed::SessionStart::new("compact");
        let started = SessionStartReply::of(self.fire(&start).await);
        CompactionReply {
            lines: outcome.lines_for_user(),
            messages: HookMessages::of(outcome),
            started,
        }
    }
}
