//! Its events: 24 of the canonical ones. Every one can be blocked, by exit 2,
//! `continue: false` and a deny alike, takes `additionalContext`, and may have hooks
//! of every type; stdout is JSON (plain text counts on PreCompact alone), and
//! another exit code never blocks: so a hook is told of a worktree, and does not
//! make it.

use std::time::Duration;

use snaphook_core::event::{
    CUSTOM as CANONICAL_CUSTOM, EventSpec, OnBlock, OutputFields, TextRole,
};
use snaphook_core::kind::KindNeeds;

use crate::rows;

const NAMES: [&str; 24] = [
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "PermissionDenied",
    "Stop",
    "StopFailure",
    "Notification",
    "SubagentStart",
    "SubagentStop",
    "Setup",
    "TaskCreated",
    "TaskCompleted",
    "ConfigChange",
    "InstructionsLoaded",
    "CwdChanged",
    "FileChanged",
    "PreCompact",
    "PostCompact",
    "WorktreeCreate",
    "WorktreeRemove",
];

/// Its words for a permission; there is no `defer`.
const DECISIONS: &[&str] = &["allow", "deny", "ask"];

/// The timeout of every type of hook.
const TIME: Duration = Duration::from_secs(600);

/// Events of the host's own.
pub(super) const CUSTOM: EventSpec = EventSpec {
    timeout_for_all: true,
    ..CANONICAL_CUSTOM
        .with_timeout(TIME)
        .having(CANONICAL_CUSTOM.has.except(KindNeeds::TOOL_SERVER))
        .decides(DECISIONS)
};

pub(super) fn rows() -> &'static [EventSpec] {
    rows::rows(NAMES, |row| {
        let row = EventSpec {
            timeout: TIME,
            timeout_for_all: true,
            budget: None,
            stop_clears_block: false,
            context_blocks: false,
            on_guard_failure: rows::on_guard_failure(&row),
            has: KindNeeds::ALL.except(KindNeeds::TOOL_SERVER),
            on_block: match row.on_block {
                OnBlock::Deny => OnBlock::Deny,
                OnBlock::OnlyGuardsDeny => OnBlock::DenyRequest,
                _ => OnBlock::Block,
            },
            text: match row.text {
                instructions @ TextRole::CompactInstructions => instructions,
                _ => TextRole::Nothing,
            },
            ..row
        }
        .gives(OutputFields::ADDITIONAL_CONTEXT)
        // A deny blocks wherever it is said.
        .decides(DECISIONS);
        match row.name {
            "PermissionRequest" => row.gives(OutputFields::UPDATED_INPUT),
            "WorktreeCreate" => row.on("name", &[]),
            "WorktreeRemove" => row.on("worktree_path", &[]),
            _ => row,
        }
    })
}
