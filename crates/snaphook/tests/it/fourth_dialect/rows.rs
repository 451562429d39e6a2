//! Its events and its names.

use std::time::Duration;

use snaphook::dialect::Names;
use snaphook::event::{
    CUSTOM as CANONICAL_CUSTOM, EventSpec, MatchesOn, OnBlock, OutputFields, TextRole,
};

pub(super) const TIME: Duration = Duration::from_secs(7 * 60);

/// Two that everybody has, and one that nobody else has.
pub(super) static EVENTS: [EventSpec; 3] = [
    EventSpec::new("PreToolUse", "Work is about to begin.")
        .on_tool()
        .with_timeout(TIME)
        .block(OnBlock::Deny)
        .decides(&["allow", "deny"])
        .gives(OutputFields::UPDATED_INPUT),
    EventSpec::new("PostToolUse", "Work is done.")
        .on_tool()
        .with_timeout(TIME)
        .block(OnBlock::Feedback),
    EventSpec::new("HighTide", "The water is high.")
        .matching(MatchesOn::Field {
            name: "metres",
            values: &[],
            missing: None,
            narrow: false,
        })
        .with_timeout(TIME)
        .block(OnBlock::Block)
        .gives(OutputFields::ADDITIONAL_CONTEXT)
        .text(TextRole::Context),
];

pub(super) static CUSTOM: EventSpec = CANONICAL_CUSTOM.with_timeout(TIME);

pub(super) const NAMES: Names = Names {
    events: &[
        ("before-work", "PreToolUse"),
        ("after-work", "PostToolUse"),
        ("high-tide", "HighTide"),
    ],
    input: &[
        ("what", "hook_event_name"),
        ("tool", "tool_name"),
        ("order", "tool_input"),
    ],
    answer: &[
        ("log", "hookSpecificOutput"),
        ("of", "hookEventName"),
        ("call", "permissionDecision"),
        ("because", "permissionDecisionReason"),
        ("order", "updatedInput"),
    ],
    ..Names::CANONICAL
};
