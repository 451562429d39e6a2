//! The table of launches.

use super::spec::LaunchSpec;
use super::with_keys::{CLAUDE, COPILOT, DEEPAGENTS, GEMINI, OPENHANDS, QWEN};
use super::with_plugins::{KILO, OPENCODE, PI};
use super::with_providers::{CLINE, CODEX, GROK, KIMI_CODE};

/// Every agent that can be started on a scripted model.
pub static LAUNCHES: &[&LaunchSpec] = &[
    &CLAUDE,
    &CODEX,
    &COPILOT,
    &GEMINI,
    &QWEN,
    &GROK,
    &KIMI_CODE,
    &OPENCODE,
    &KILO,
    &PI,
    &CLINE,
    &OPENHANDS,
    &DEEPAGENTS,
];

/// How the agent with a name is started, if that is known.
#[must_use]
pub fn find_launch(agent: &str) -> Option<&'static LaunchSpec> {
    LAUNCHES
        .iter()
        .copied()
        .find(|launch| launch.agent == agent)
}
