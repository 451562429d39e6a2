//! Two outcomes of one input.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::{Change, Rewritten};

/// Texts for the model and the user.
const SAID: [&str; 6] = [
    "additionalContext",
    "feedback",
    "systemMessages",
    "stopReason",
    "displayContent",
    "sessionTitle",
];

/// What changed between two outcomes, as `snaphook fire --json` prints them. Times
/// are none of it, and neither are functions of a host, which no settings have.
/// `why_not` says why a hook does not take part now.
#[must_use]
pub fn compare(before: &Value, now: &Value, why_not: impl Fn(&str) -> String) -> Vec<Change> {
    let mut changes = Vec::new();
    match (blocked(before), blocked(now)) {
        (false, true) => changes.push(Change::NowBlocked {
            by: deciders(now),
            reason: now["blockReason"].as_str().map(str::to_owned),
        }),
        (true, false) => changes.push(Change::NoLongerBlocked {
            by: deciders(before),
        }),
        (false, false) if decision(before) != decision(now) => changes.push(Change::Decision {
            from: decision(before),
            to: decision(now),
        }),
        _ => {}
    }
    for (field, what) in [
        ("updatedInput", Rewritten::Input),
        ("updatedToolOutput", Rewritten::Output),
    ] {
        let get = |outcome: &Value| outcome.get(field).cloned();
        let (from, to) = (get(before), get(now));
        if from != to {
            changes.push(Change::Rewrite { what, from, to });
        }
    }
    let said = SAID
        .iter()
        .filter(|field| before.get(**field) != now.get(**field));
    changes.extend(said.map(|field| Change::Said(field)));
    changes.extend(of_hooks(&statuses(before), &statuses(now), why_not));
    changes
}

fn of_hooks(
    before: &BTreeMap<&str, &str>,
    now: &BTreeMap<&str, &str>,
    why_not: impl Fn(&str) -> String,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (hook, from) in before {
        let hook = (*hook).to_owned();
        match now.get(hook.as_str()) {
            None => changes.push(Change::NoLongerRuns {
                why: why_not(&hook),
                hook,
            }),
            Some(to) if to != from => changes.push(Change::Answer {
                hook,
                from: (*from).to_owned(),
                to: (*to).to_owned(),
            }),
            Some(_) => {}
        }
    }
    let new = now.keys().filter(|hook| !before.contains_key(*hook));
    changes.extend(new.map(|hook| Change::NowRuns {
        hook: (*hook).to_owned(),
    }));
    changes
}

/// The hooks that ran, by name, and what each came to. Of several by one name the
/// last counts.
pub(super) fn statuses(outcome: &Value) -> BTreeMap<&str, &str> {
    let hooks = outcome["hooks"].as_array().into_iter().flatten();
    let hooks = hooks.filter(|hook| hook["type"] != "function" && hook["status"] != "skipped");
    hooks
        .filter_map(|hook| Some((hook["name"].as_str()?, hook["status"].as_str()?)))
        .collect()
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
