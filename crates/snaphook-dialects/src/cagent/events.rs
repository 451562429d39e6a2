//! Its events: twelve of the canonical ones, each with 60 seconds, for commands
//! and builtins. Only tool events have matchers. Exit 2 blocks all of them but
//! one, which only informs.

use std::time::Duration;

use snaphook_core::event::{
    CUSTOM as CANONICAL_CUSTOM, EventSpec, MatchesOn, OnBlock, OutputFields, TextRole,
};
use snaphook_core::kind::KindNeeds;

use super::names::NAMES;
use crate::rows;

const TIME: Duration = Duration::from_secs(60);

/// Events of the host's own.
pub(super) const CUSTOM: EventSpec = CANONICAL_CUSTOM
    .with_timeout(TIME)
    .having(KindNeeds::NOTHING)
    .matching(MatchesOn::Nothing);

pub(super) fn rows() -> &'static [EventSpec] {
    let names = NAMES.events.iter().map(|(_, canonical)| *canonical);
    rows::rows(names, |row| {
        EventSpec {
            timeout: TIME,
            budget: None,
            stop_clears_block: false,
            context_blocks: false,
            on_guard_failure: rows::on_guard_failure(&row),
            has: KindNeeds::NOTHING,
            matches_on: match row.matches_on {
                tool @ MatchesOn::Tool(_) => tool,
                _ => MatchesOn::Nothing,
            },
            on_block: match row.name {
                "PreToolUse" => OnBlock::Deny,
                "BeforeLlmCall" => OnBlock::Nothing,
                _ => OnBlock::Block,
            },
            text: match row.name {
                "SessionStart" | "TurnStart" | "PostToolUse" => TextRole::Context,
                _ => TextRole::Nothing,
            },
            output: match row.name {
                "PreToolUse" => OutputFields::PERMISSION.and(OutputFields::UPDATED_INPUT),
                _ => OutputFields::NONE,
            },
            ..row
        }
        .gives(OutputFields::ADDITIONAL_CONTEXT)
    })
}
