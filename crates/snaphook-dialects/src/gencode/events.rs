//! Its events: 24 of the canonical ones. Every one can be blocked, by exit 2,
//! `continue: false` and a deny alike, and takes `additionalContext`; stdout is
//! JSON and never plain text.

use std::time::Duration;

use snaphook_core::event::{
    CUSTOM as CANONICAL_CUSTOM, EventSpec, OnBlock, OutputFields, TextRole,
};

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

/// Events of the host's own.
pub(super) const CUSTOM: EventSpec = CANONICAL_CUSTOM;

pub(super) fn rows() -> &'static [EventSpec] {
    rows::rows(NAMES, |row| {
        let row = EventSpec {
            timeout: Duration::from_secs(600),
            budget: None,
            stop_clears_block: false,
            on_block: match row.on_block {
                // The call is denied; the worktree is not made, or stays.
                own @ (OnBlock::Deny | OnBlock::FailCreation | OnBlock::FailRemoval) => own,
                _ => OnBlock::Block,
            },
            text: match row.text {
                own @ TextRole::WorktreePath => own,
                _ => TextRole::Nothing,
            },
            ..row
        }
        .gives(OutputFields::ADDITIONAL_CONTEXT);
        match row.name {
            "PreToolUse" => row.decides(&["allow", "deny", "ask"]),
            "WorktreeCreate" => row.on("name", &[]),
            "WorktreeRemove" => row.on("worktree_path", &[]),
            _ => row,
        }
    })
}
