//! Who took part, and who would now: what can be said without running anything.

use serde_json::Value;
use snaphook_core::select::SkipCause;

use super::change::OutcomeChange;
use super::outcomes::{blocked, deciders, now_run, why_not};
use super::pairs::{Participant, held_back, pairs, participated};

/// A hook of today's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentHook {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Why it would not run; `None` if it would.
    pub why_not: Option<String>,
}

/// What changed between an outcome and who would take part now. A block is gone
/// when nobody who decided it would take part, and nobody new either: what one would
/// say is not known before it runs. Hooks that a session or another hook held back
/// take part, too, for the same reason.
#[must_use]
pub fn compare_selection(before: &Value, today: &[CurrentHook]) -> Vec<OutcomeChange> {
    let mut changes = Vec::new();
    let ran = participated(before);
    let would = today.iter().filter(|hook| hook.why_not.is_none());
    let would: Vec<Participant<'_>> = would
        .map(|hook| Participant {
            id: &hook.id,
            name: &hook.name,
            status: "",
            background: false,
            decided: false,
        })
        .collect();
    let pairs = pairs(&ran, &would, |id| today.iter().any(|hook| hook.id == id));
    let by = deciders(before);
    let mut decided = ran.iter().zip(&pairs).filter(|(hook, _)| hook.decided);
    let theirs = decided.clone().count() == by.len();
    let reasons = [SkipCause::Once, SkipCause::RowEnded].map(SkipCause::as_str);
    let new = now_run(&would, &pairs, &held_back(before, &reasons));
    let gone = theirs && decided.all(|(_, now)| now.is_none());
    if blocked(before) && !by.is_empty() && gone && new.is_empty() {
        changes.push(OutcomeChange::NoLongerBlocked { by });
    }
    let gone = ran.iter().zip(&pairs).filter(|(_, now)| now.is_none());
    changes.extend(gone.map(|(hook, _)| OutcomeChange::NoLongerRuns {
        hook: hook.name.to_owned(),
        why: why_not(hook, today),
    }));
    changes.extend(new);
    changes
}
