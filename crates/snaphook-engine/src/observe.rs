//! What the engine tells [`tracing`]: one span per dispatch, one per hook that
//! runs, and an event at the end of each, all with the same names of fields.
//!
//! The span of a hook is a child of its dispatch's, also that of a background
//! hook, which outlives it. What a hook read or wrote, its command and its
//! reasons are in no field: they may hold secrets. A field that is missing was
//! not said: a function has no exit code, and most hooks decide nothing. A span
//! without a status is that of a hook, or a dispatch, that its host gave up.
//!
//! The runner (`snaphook-runner`) has no spans: it tells by events alone what
//! became of callbacks that gave no answer. Of those, [`field::ERROR`] is a text
//! of the host's own code, which has no other place for it.
//!
//! While nobody listens this costs a look at tracing's own switch.

use snaphook_core::answer::{PermissionDecision, RequestBehavior};
use snaphook_core::event::Event;
use snaphook_core::hook::Hook;
use snaphook_core::merge::Effects;
use snaphook_core::outcome::{HookEntry, Outcome};
use tracing::field::Empty;
use tracing::{Level, Span, debug, info_span};

pub use snaphook_core::observe::{DISPATCH, HOOK, TARGET, field};

use field::{
    BLOCKED, BY_STATUS, BY_TYPE, DECISION, DURATION_MS, EVENT, EXIT_CODE, HOOKS, MANAGED_ONLY,
    PLUGIN, SCOPE, SKILL, STATUS, TYPE,
};

/// The text before the status or type in the names of counts.
const COUNT: &str = "hooks.";

/// Whether anybody could hear of a dispatch.
pub(crate) fn is_heard() -> bool {
    tracing::enabled!(target: TARGET, Level::INFO)
        || tracing::enabled!(target: TARGET, Level::DEBUG)
}

pub(crate) fn dispatch_span(event: &Event) -> Span {
    info_span!(
        target: TARGET,
        DISPATCH,
        { EVENT } = event.as_str(),
        { DECISION } = Empty,
        { DURATION_MS } = Empty,
        { BLOCKED } = Empty,
        { MANAGED_ONLY } = Empty,
        { HOOKS } = Empty,
        { BY_STATUS[0] } = Empty,
        { BY_STATUS[1] } = Empty,
        { BY_STATUS[2] } = Empty,
        { BY_STATUS[3] } = Empty,
        { BY_STATUS[4] } = Empty,
        { BY_STATUS[5] } = Empty,
        { BY_STATUS[6] } = Empty,
        { BY_TYPE[0] } = Empty,
        { BY_TYPE[1] } = Empty,
        { BY_TYPE[2] } = Empty,
        { BY_TYPE[3] } = Empty,
        { BY_TYPE[4] } = Empty,
        { BY_TYPE[5] } = Empty,
        { BY_TYPE[6] } = Empty,
        { BY_TYPE[7] } = Empty,
    )
}

/// By its parent's id, not by what is entered: hooks of one dispatch run
/// interleaved, and some elsewhere.
pub(crate) fn hook_span(dispatch: &Span, hook: &Hook) -> Span {
    info_span!(
        target: TARGET,
        parent: dispatch.id(),
        HOOK,
        { EVENT } = hook.event.as_str(),
        { field::HOOK } = hook.id.as_str(),
        { TYPE } = hook.handler.kind().as_str(),
        { SCOPE } = hook.source.scope.as_str(),
        { PLUGIN } = hook.source.plugin().map(|name| &**name),
        { SKILL } = hook.source.skill().map(|name| &**name),
        { DECISION } = Empty,
        { STATUS } = Empty,
        { EXIT_CODE } = Empty,
        { DURATION_MS } = Empty,
    )
}

/// Says what became of a dispatch.
pub(crate) fn dispatch_ended(span: &Span, outcome: &Outcome, managed_only: bool) {
    let decision = decision_of(outcome);
    debug!(
        target: TARGET,
        parent: span.id(),
        message = "dispatch ended",
        { EVENT } = outcome.event.as_str(),
        { DECISION } = decision,
        { DURATION_MS } = outcome.duration_ms,
        { BLOCKED } = outcome.blocked,
    );
    if span.is_disabled() {
        return;
    }
    if let Some(decision) = decision {
        span.record(DECISION, decision);
    }
    span.record(DURATION_MS, outcome.duration_ms);
    span.record(BLOCKED, outcome.blocked);
    span.record(MANAGED_ONLY, managed_only);
    span.record(HOOKS, outcome.hooks.len());
    let count = |name: &'static str, is: &dyn Fn(&HookEntry) -> bool| {
        let count = outcome.hooks.iter().filter(|entry| is(entry)).count();
        if count > 0 {
            span.record(name, count);
        }
    };
    for name in BY_STATUS {
        count(name, &|entry| counts(name, entry.status.as_str()));
    }
    let [known @ .., other] = BY_TYPE;
    for name in known {
        count(name, &|entry| counts(name, entry.kind.as_str()));
    }
    count(other, &|entry| {
        !known.iter().any(|name| counts(name, entry.kind.as_str()))
    });
}

/// Says what became of a hook.
pub(crate) fn hook_ended(span: &Span, entry: &HookEntry, effects: Option<&Effects>) {
    let decision = effects.and_then(decision_in);
    let status = entry.status.as_str();
    debug!(
        target: TARGET,
        parent: span.id(),
        message = "hook ended",
        { field::HOOK } = entry.id.as_str(),
        { DECISION } = decision,
        { STATUS } = status,
        { EXIT_CODE } = entry.exit_code,
        { DURATION_MS } = entry.duration_ms,
    );
    if let Some(decision) = decision {
        span.record(DECISION, decision);
    }
    span.record(STATUS, status);
    if let Some(code) = entry.exit_code {
        span.record(EXIT_CODE, code);
    }
    span.record(DURATION_MS, entry.duration_ms);
}

/// Whether the count of this name is of that status or type.
fn counts(name: &str, word: &str) -> bool {
    name.strip_prefix(COUNT) == Some(word)
}

/// What the hooks decided together. A denied permission is more than a block.
fn decision_of(outcome: &Outcome) -> Option<&'static str> {
    let request = outcome.permission_request.as_ref();
    let permission = outcome.permission_decision.map(permission_word);
    permission
        .or_else(|| request.map(|request| request_word(request.behavior)))
        .or_else(|| outcome.blocked.then_some("block"))
        .or_else(|| (!outcome.go_on).then_some("stop"))
}

/// What one hook decided.
fn decision_in(effects: &Effects) -> Option<&'static str> {
    let permission = effects.permission.as_ref();
    let request = effects.request.as_ref();
    permission
        .map(|permission| permission_word(permission.decision))
        .or_else(|| request.map(|request| request_word(request.behavior)))
        .or_else(|| (!effects.blocks.is_empty()).then_some("block"))
        .or_else(|| effects.stop.is_some().then_some("stop"))
}

fn permission_word(decision: PermissionDecision) -> &'static str {
    match decision {
        PermissionDecision::Allow => "allow",
        PermissionDecision::Ask => "ask",
        PermissionDecision::Defer => "defer",
        PermissionDecision::Deny => "deny",
    }
}

fn request_word(behavior: RequestBehavior) -> &'static str {
    match behavior {
        RequestBehavior::Allow => "allow",
        RequestBehavior::Deny => "deny",
    }
}
