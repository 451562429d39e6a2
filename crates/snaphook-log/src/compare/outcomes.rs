//! Two outcomes of one input.

use serde_json::Value;
use snaphook_core::select::SkipCause;

use super::change::{OutcomeChange, RewrittenField};
use super::pairs::{Participant, held_back, pairs, participated};
use super::selection::CurrentHook;

/// What else an outcome decides, and says to the model and the user. Notices are
/// none of it: when they come is chance.
const SAID: [&str; 16] = [
    "additionalContext",
    "classifierContext",
    "feedback",
    "systemMessages",
    "stopReason",
    "initialUserMessage",
    "displayContent",
    "sessionTitle",
    "compactInstructions",
    "worktreePath",
    "watchPaths",
    "updatedPermissions",
    "elicitation",
    "reloadSkills",
    "retry",
    "suppressOriginalPrompt",
];

/// Fields that explain a decision. A difference in them is reported only where the
/// decision itself is equal.
const OF_DECISIONS: [&str; 4] = [
    "blockReason",
    "blockedBy",
    "permissionDecisionReason",
    "permissionRequest",
];

/// What changed between two outcomes, as a log keeps them. Times are not compared,
/// and neither are hooks that no settings have: functions of a host, and those of a
/// skill, an agent or a session. `today` are the hooks of today's settings; they
/// say why one does not take part now.
#[must_use]
pub fn compare(before: &Value, now: &Value, today: &[CurrentHook]) -> Vec<OutcomeChange> {
    let mut changes = Vec::new();
    let ran = participated(before);
    match (blocked(before), blocked(now)) {
        (false, true) => changes.push(OutcomeChange::NowBlocked {
            by: deciders(now),
            reason: now["blockReason"].as_str().map(str::to_owned),
        }),
        (true, false) => {
            let by = deciders(before);
            // A function of a host is not there in a replay, and not missed.
            if by.is_empty() || ran.iter().any(|hook| hook.decided) {
                changes.push(OutcomeChange::NoLongerBlocked { by });
            }
        }
        _ if decision(before) != decision(now) => changes.push(OutcomeChange::Decision {
            from: decision(before),
            to: decision(now),
        }),
        _ => changes.extend(changed_fields(&OF_DECISIONS, before, now)),
    }
    for (field, what) in [
        ("updatedInput", RewrittenField::Input),
        ("updatedToolOutput", RewrittenField::Output),
    ] {
        if !same(before.get(field), now.get(field)) {
            let get = |outcome: &Value| outcome.get(field).cloned();
            let (from, to) = (get(before), get(now));
            changes.push(OutcomeChange::Rewrite { what, from, to });
        }
    }
    changes.extend(changed_fields(&SAID, before, now));
    let once = held_back(before, &[SkipCause::Once.as_str()]);
    changes.extend(of_hooks(&ran, &once, &participated(now), today));
    changes
}

fn changed_fields(fields: &[&'static str], before: &Value, now: &Value) -> Vec<OutcomeChange> {
    let fields = fields.iter().copied();
    let differ = fields.filter(|field| !same(before.get(*field), now.get(*field)));
    differ.map(OutcomeChange::Field).collect()
}

/// Whether two values are the same, but for the file that a long text is in.
fn same(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(Value::String(one)), Some(Value::String(other))) => {
            one == other || without_file(one) == without_file(other)
        }
        (Some(Value::Array(some)), Some(Value::Array(others))) => {
            let mut pairs = some.iter().zip(others);
            some.len() == others.len() && pairs.all(|(one, other)| same(Some(one), Some(other)))
        }
        (Some(Value::Object(some)), Some(Value::Object(others))) => {
            let mut members = some.iter();
            some.len() == others.len()
                && members.all(|(key, one)| {
                    let other = others.get(key);
                    other.is_some() && same(Some(one), other)
                })
        }
        (one, other) => one == other,
    }
}

/// A text that was put into a file, without the file's path.
fn without_file(text: &str) -> &str {
    let Some(note) = text.rfind("\n[… ") else {
        return text;
    };
    match text[note..].find(" characters; the whole text is in ") {
        Some(at) => &text[..note + at],
        None => text,
    }
}

fn of_hooks(
    before: &[Participant<'_>],
    once: &[Participant<'_>],
    now: &[Participant<'_>],
    today: &[CurrentHook],
) -> Vec<OutcomeChange> {
    let known = |id: &str| today.iter().any(|hook| hook.id == id);
    let pairs = pairs(before, now, known);
    let mut changes = Vec::new();
    for (hook, place) in before.iter().zip(&pairs) {
        let Some(to) = place.map(|at| now[at]) else {
            changes.push(OutcomeChange::NoLongerRuns {
                hook: hook.name.to_owned(),
                why: why_not(hook, today),
            });
            continue;
        };
        // What comes of one that goes on in the background is known later.
        let still_unknown = hook.background && to.status == "background";
        if hook.status != to.status && !still_unknown {
            changes.push(OutcomeChange::Answer {
                hook: hook.name.to_owned(),
                from: hook.status.to_owned(),
                to: to.status.to_owned(),
            });
        }
    }
    changes.extend(now_run(now, &pairs, once));
    changes
}

/// Those who take part now and did not; not those who were only held back.
pub(super) fn now_run(
    now: &[Participant<'_>],
    pairs: &[Option<usize>],
    held_back: &[Participant<'_>],
) -> Vec<OutcomeChange> {
    let places = now.iter().enumerate();
    let new = places.filter(|(place, hook)| {
        let same = |other: &Participant<'_>| other.id == hook.id || other.name == hook.name;
        !pairs.contains(&Some(*place)) && !held_back.iter().any(same)
    });
    let hook = |(_, hook): (usize, &Participant<'_>)| hook.name.to_owned();
    new.map(|new| OutcomeChange::NowRuns { hook: hook(new) })
        .collect()
}

/// Why a hook of then does not take part, as far as today's settings tell.
pub(super) fn why_not(hook: &Participant<'_>, today: &[CurrentHook]) -> String {
    let by_id = today.iter().find(|one| one.id == hook.id);
    let by_name = || {
        let mut named = today.iter().filter(|one| one.name == hook.name);
        named.find(|one| one.why_not.is_some())
    };
    match by_id.or_else(by_name).map(|one| one.why_not.as_deref()) {
        Some(Some(why)) => why.to_owned(),
        Some(None) => "it was skipped".to_owned(),
        None => "no settings have it".to_owned(),
    }
}

pub(super) fn blocked(outcome: &Value) -> bool {
    outcome["blocked"] == true
}

/// The names of the hooks that decided.
pub(super) fn deciders(outcome: &Value) -> Vec<String> {
    let ids = outcome["decidedBy"].as_array();
    let decided = |hook: &&Value| ids.is_some_and(|ids| ids.contains(&hook["id"]));
    let hooks = outcome["hooks"].as_array().into_iter().flatten();
    let names = hooks
        .filter(decided)
        .filter_map(|hook| hook["name"].as_str());
    names.map(str::to_owned).collect()
}

fn decision(outcome: &Value) -> String {
    if outcome["continue"] == false {
        return "stop".to_owned();
    }
    let request = &outcome["permissionRequest"]["behavior"];
    let decision = outcome["permissionDecision"].as_str().or(request.as_str());
    decision.unwrap_or("none").to_owned()
}
