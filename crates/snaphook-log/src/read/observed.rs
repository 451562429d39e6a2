//! What hooks that only observe would have decided, beside what was decided: so a new
//! policy is compared on live traffic before it blocks anybody.

use std::collections::BTreeMap;

use serde_json::Value;

use super::filter::Filter;
use super::reader::{LogReader, LoggedEvent};
use crate::error::LogError;

/// Events that are read in one step.
const STEP: usize = 500;

/// How many events are named of those that a hook would have decided otherwise.
const EXAMPLES: usize = 5;

/// One hook that only observes, over many events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObservedStats {
    /// Its name.
    pub name: String,
    /// How often it ran.
    pub events: u64,
    /// How often it would have blocked, or denied.
    pub would_block: u64,
    /// How often it would have blocked what was not blocked.
    pub would_newly_block: u64,
    /// How often it would have asked a person.
    pub would_ask: u64,
    /// How often it would have allowed.
    pub would_allow: u64,
    /// How often it gave no answer that could count: it failed, or took too long.
    pub failures: u64,
    /// The newest events that it would newly have blocked, by their numbers.
    pub newly_blocked: Vec<i64>,
}

impl LogReader {
    /// What each hook that only observes would have decided in the events that fit, the
    /// one that would have blocked most of what passed first.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn observed(&mut self, filter: &Filter) -> Result<Vec<ObservedStats>, LogError> {
        let mut counted: BTreeMap<String, ObservedStats> = BTreeMap::new();
        let mut after = 0;
        loop {
            let events = self.after(filter, after, STEP)?;
            let Some(last) = events.last() else {
                break;
            };
            after = last.id;
            for event in &events {
                let body = self.body(event.id)?;
                let outcome = body.and_then(|body| body.outcome);
                if let Some(outcome) = outcome
                    && let Ok(outcome) = serde_json::from_str(outcome.get())
                {
                    count(event, &outcome, filter, &mut counted);
                }
            }
        }
        let mut counted: Vec<ObservedStats> = counted.into_values().collect();
        counted.sort_by_key(|one| std::cmp::Reverse((one.would_newly_block, one.would_block)));
        Ok(counted)
    }
}

fn count(
    event: &LoggedEvent,
    outcome: &Value,
    filter: &Filter,
    counted: &mut BTreeMap<String, ObservedStats>,
) {
    let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
    let blocked = outcome["blocked"] == true;
    for hook in outcome["hooks"].as_array().into_iter().flatten() {
        let observed = &hook["observed"];
        let Some(name) = text(hook, "name").filter(|_| observed.is_object()) else {
            continue;
        };
        let id = text(hook, "id");
        let wanted = |one: &String| *one == name || Some(one) == id.as_ref();
        if !filter.hooks.is_empty() && !filter.hooks.iter().any(wanted) {
            continue;
        }
        let decision = observed["permissionDecision"].as_str();
        let request = observed["permissionRequest"]["behavior"].as_str();
        let denies = decision == Some("deny") || request == Some("deny");
        let would_block = observed["blocked"] == true || denies;
        let stats = counted
            .entry(name.clone())
            .or_insert_with(|| ObservedStats {
                name,
                ..ObservedStats::default()
            });
        stats.events += 1;
        stats.would_block += u64::from(would_block);
        stats.would_ask += u64::from(decision == Some("ask"));
        let allows = decision == Some("allow") || request == Some("allow");
        stats.would_allow += u64::from(allows && !would_block);
        let status = hook["status"].as_str();
        stats.failures += u64::from(matches!(status, Some("failed" | "timedOut")));
        if would_block && !blocked {
            stats.would_newly_block += 1;
            stats.newly_blocked.push(event.id);
            if stats.newly_blocked.len() > EXAMPLES {
                stats.newly_blocked.remove(0);
            }
        }
    }
}
