//! Compaction: before, after, and the session that begins anew.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::session::SessionStarted;
use super::told::{Go, Told};

/// Whether the conversation is compacted, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct BeforeCompaction {
    /// Whether it is.
    pub go: Go,
    /// Instructions for it: what the user gave, then what hooks add.
    pub instructions: Option<String>,
    /// A line per hook for the user.
    pub lines: Vec<String>,
    /// What was said.
    pub told: Told,
}

/// What follows a compaction.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Compacted {
    /// A line per hook for the user.
    pub lines: Vec<String>,
    /// What was said of the compaction.
    pub told: Told,
    /// The session begins anew: what hooks give it to begin with.
    pub started: SessionStarted,
}

impl AgentHooks {
    /// The conversation is about to be compacted, `manual` or `auto`.
    pub async fn before_compaction(
        &self,
        trigger: &str,
        instructions: Option<&str>,
    ) -> BeforeCompaction {
        let own = instructions.map(str::to_owned);
        let outcome = self.fire(&typed::PreCompact::new(trigger, own)).await;
        let added = outcome.compact_instructions.as_deref();
        let all: Vec<&str> = instructions.into_iter().chain(added).collect();
        BeforeCompaction {
            go: Go::of(&outcome),
            instructions: (!all.is_empty()).then(|| all.join("\n\n")),
            lines: outcome.lines_for_user(),
            told: Told::of(outcome),
        }
    }

    /// The conversation was compacted to `summary`: fires PostCompact, then
    /// SessionStart with the source `compact`.
    pub async fn compacted(&self, trigger: &str, summary: &str) -> Compacted {
        let outcome = self.fire(&typed::PostCompact::new(trigger, summary)).await;
        let start = typed::SessionStart::new("compact");
        let started = SessionStarted::of(self.fire(&start).await);
        Compacted {
            lines: outcome.lines_for_user(),
            told: Told::of(outcome),
            started,
        }
    }
}
