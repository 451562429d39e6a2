//! What the row of an event says, in sentences.

use snaphook_core::event::{EventSpec, MatchesOn, OnBlock, OnGuardFailure, TextRole};

/// What a block does.
pub(crate) fn block(spec: &EventSpec) -> String {
    let does = match spec.on_block {
        // The agent was about to stop: a block keeps it going.
        OnBlock::Block if spec.stop_clears_block => "makes the agent go on, with the reason",
        OnBlock::Block => "blocks",
        OnBlock::Deny => "denies",
        OnBlock::Decline => "declines",
        OnBlock::Feedback => "comes too late: its reason goes to the model",
        OnBlock::Notice => "cannot block: its reason is shown to the user",
        OnBlock::Nothing => "has no effect",
        OnBlock::DenyRequest => "denies the request",
        OnBlock::OnlyGuardsDeny => "has no effect; only a guard's failure denies",
        OnBlock::FailCreation => "fails the creation, as does a guard's failure, and no path",
        OnBlock::FailRemoval => "fails the removal, as does any failure",
    };
    let guard = guard(spec);
    match spec.never_blocks_when {
        Some((field, value)) => format!("Exit 2 {does}, unless `{field}` is `{value}`.{guard}"),
        None => format!("Exit 2 {does}.{guard}"),
    }
}

/// What a guard's failure does that exit 2 does not, after a blank.
fn guard(spec: &EventSpec) -> &'static str {
    match spec.on_guard_failure {
        OnGuardFailure::AsExit2 if spec.guards_nothing() => " A guard guards nothing here.",
        OnGuardFailure::AsExit2 => "",
        OnGuardFailure::WithholdOutput => " A guard's failure withholds the tool's output.",
        OnGuardFailure::WithholdResponse => " A guard's failure withholds the answer.",
        OnGuardFailure::HideMessage => " A guard's failure hides the text.",
        OnGuardFailure::StopSession => " A guard's failure stops the session.",
    }
}

/// What plain text on stdout is, where it is something.
pub(crate) fn plain_text(spec: &EventSpec) -> Option<&'static str> {
    match spec.text {
        TextRole::Nothing => None,
        TextRole::Context => Some("Plain text instead of JSON is context for the model."),
        TextRole::CompactInstructions => {
            Some("Plain text instead of JSON is extra instructions for the compaction.")
        }
        TextRole::WorktreePath => {
            Some("Plain text instead of JSON is the path, in its last line that is not empty.")
        }
    }
}

/// What a matcher is tested against.
pub(crate) fn matcher(spec: &EventSpec) -> String {
    match spec.matches_on {
        MatchesOn::Nothing => "This event has nothing that it is tested against.".to_owned(),
        MatchesOn::Tool(name) | MatchesOn::Field { name, .. } => {
            format!("Tested against `{name}`.")
        }
        MatchesOn::BaseName(name) => format!("Tested against the last part of `{name}`."),
    }
}

/// How long a hook may take that does not say so itself.
pub(crate) fn time(spec: &EventSpec) -> String {
    let seconds = spec.timeout.as_secs_f64();
    match spec.budget {
        Some(_) => format!("All its hooks together have {seconds} s."),
        None => format!("A hook has {seconds} s unless it says otherwise."),
    }
}
