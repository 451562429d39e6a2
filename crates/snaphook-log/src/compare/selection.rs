//! Who took part, and who would now: what can be said without running anything.

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::Change;
use super::outcomes::{blocked, deciders, statuses};

/// A hook of today's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Why it would not run; nothing when it would.
    pub why_not: Option<String>,
}

/// What changed between an outcome and who would take part now. A block is gone
/// when nobody who decided it would take part.
#[must_use]
pub fn compare_selection(before: &Value, now: &[Candidate]) -> Vec<Change> {
    let mut changes = Vec::new();
    let ran = statuses(before);
    let by = deciders(before);
    let runs = |name: &str| {
        now.iter()
            .any(|hook| hook.name == name && hook.why_not.is_none())
    };
    let theirs = by.iter().all(|name| ran.contains_key(name.as_str()));
    if blocked(before) && !by.is_empty() && theirs && !by.iter().any(|name| runs(name)) {
        changes.push(Change::NoLongerBlocked { by });
    }
    let reasons: BTreeMap<&str, &str> = now
        .iter()
        .filter_map(|hook| Some((hook.name.as_str(), hook.why_not.as_deref()?)))
        .collect();
    for hook in ran.keys().filter(|hook| !runs(hook)) {
        let why = reasons.get(hook).copied();
        changes.push(Change::NoLongerRuns {
            hook: (*hook).to_owned(),
            why: why.unwrap_or("no settings have it").to_owned(),
        });
    }
    let mut new: Vec<&str> = now
        .iter()
        .filter(|hook| hook.why_not.is_none() && !ran.contains_key(hook.name.as_str()))
        .map(|hook| hook.name.as_str())
        .collect();
    new.dedup();
    changes.extend(new.into_iter().map(|hook| Change::NowRuns {
        hook: hook.to_owned(),
    }));
    changes
}
