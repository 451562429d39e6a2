//! An immutable set of hooks, compiled, by event.

use std::collections::HashMap;
use std::sync::Arc;

use super::builder::HookSetBuilder;
use super::choice::{Choice, Chosen, Considered, Selection, SkipReason};
use super::live::Live;
use super::memo::Memo;
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{Event, EventName, MatchesOn};
use crate::hook::Hook;
use crate::input::{Input, MatchValue};
use crate::matching::{Accepts, Aliases, Matcher};

/// Hooks by event. Built once, then only read.
#[derive(Debug, Default)]
pub struct HookSet {
    pub(super) events: HashMap<EventName, EventHooks>,
    pub(super) aliases: Aliases,
    pub(super) live: Live,
}

#[derive(Debug, Default)]
pub(super) struct EventHooks {
    pub(super) candidates: Vec<Candidate>,
    pub(super) live: bool,
    /// Selections by value; events that match on nothing use the empty value.
    memo: Memo,
}

#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) hook: Arc<Hook>,
    pub(super) place: usize,
    pub(super) choice: Choice,
}

impl HookSet {
    /// Starts a set.
    #[must_use]
    pub fn builder() -> HookSetBuilder {
        HookSetBuilder::default()
    }

    /// Which hooks run at all.
    #[must_use]
    pub fn live(&self) -> Live {
        self.live
    }

    /// Whether any hook could run on this event. Exact about what is switched
    /// off; says yes also when no matcher or condition would accept it.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.events
            .get(event.name())
            .is_some_and(|of_event| of_event.live)
    }

    /// Every hook of the set, in the order in which they merge: each at the
    /// index that is its place.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Hook>> {
        let mut all: Vec<_> = self
            .events
            .values()
            .flat_map(|of_event| &of_event.candidates)
            .collect();
        all.sort_by_key(|candidate| candidate.place);
        all.into_iter()
            .map(|candidate| Arc::clone(&candidate.hook))
            .collect()
    }

    /// The hooks that this input selects, or nothing when the event has none.
    #[must_use]
    pub fn select(&self, input: &Input) -> Option<Arc<Selection>> {
        let of_event = self.events.get(input.event().name())?;
        let value = input.match_value();
        let select = || of_event.consider(&value, self.aliases_for(input), &[]).0;
        Some(match &value {
            MatchValue::Text(text) => of_event.memo.get_or_select(text, select),
            MatchValue::Missing => of_event.memo.get_or_select("", select),
            MatchValue::Unreadable(_) => Arc::new(select()),
        })
    }

    /// The same when the hooks at these places are no longer what was trusted:
    /// they are skipped, and a copy of one of them runs as if it was alone.
    #[must_use]
    pub fn select_without(&self, input: &Input, changed: &[usize]) -> Option<Selection> {
        let of_event = self.events.get(input.event().name())?;
        let value = input.match_value();
        let (selection, _) = of_event.consider(&value, self.aliases_for(input), changed);
        Some(selection)
    }

    /// Every hook of the event, in the order in which they merge, and what
    /// became of it: what [`Self::select_without`] decides, with the reasons.
    #[must_use]
    pub fn consider(&self, input: &Input, changed: &[usize]) -> Vec<(Arc<Hook>, Considered)> {
        let Some(of_event) = self.events.get(input.event().name()) else {
            return Vec::new();
        };
        let value = input.match_value();
        let (_, considered) = of_event.consider(&value, self.aliases_for(input), changed);
        of_event
            .candidates
            .iter()
            .map(|candidate| Arc::clone(&candidate.hook))
            .zip(considered)
            .collect()
    }

    /// Whether a hook that is not in the set would match this input; a guard
    /// does also where nobody can know.
    #[must_use]
    pub fn accepts(&self, hook: &Hook, input: &Input) -> bool {
        let none = Aliases::none();
        let aliases = self.aliases_for(input).unwrap_or(&none);
        match accepts(hook, &input.match_value(), aliases) {
            Accepts::Yes => true,
            Accepts::No => false,
            Accepts::Unknown => hook.is_guard(),
        }
    }

    /// Only tools have other names.
    fn aliases_for(&self, input: &Input) -> Option<&Aliases> {
        matches!(input.event().spec().matches_on, MatchesOn::Tool(_)).then_some(&self.aliases)
    }

    /// The tools' other names.
    #[must_use]
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }
}

impl EventHooks {
    fn consider(
        &self,
        value: &MatchValue<'_>,
        aliases: Option<&Aliases>,
        changed: &[usize],
    ) -> (Selection, Vec<Considered>) {
        let no_aliases = Aliases::none();
        let aliases = aliases.unwrap_or(&no_aliases);
        let mut selection = Selection::default();
        // Where in `selection.chosen` each identity is.
        let mut kept = Vec::new();
        let mut considered = Vec::with_capacity(self.candidates.len());
        for candidate in &self.candidates {
            let hook = &candidate.hook;
            if hook.condition_never_holds() {
                considered.push(Considered::ConditionNever);
                continue;
            }
            let accepts = accepts(hook, value, aliases);
            if accepts == Accepts::Unknown && hook.matcher.compiled().is_ok() {
                selection.diagnostics.push(not_known(hook, value));
            }
            // A guard whose matcher is broken guards everything.
            let taken = accepts == Accepts::Yes || (accepts == Accepts::Unknown && hook.is_guard());
            if !taken {
                considered.push(Considered::NotAccepted);
                continue;
            }
            let choice = match candidate.choice {
                Choice::Run if changed.contains(&candidate.place) => {
                    Choice::Skip(SkipReason::Changed)
                }
                choice => choice,
            };
            if choice == Choice::Run {
                let identity = hook.identity();
                let twin = kept.iter().find(|(_, known)| identity.same_as(known));
                if let Some((index, _)) = twin {
                    let first: &mut Chosen = &mut selection.chosen[*index];
                    considered.push(Considered::Duplicate { of: first.place });
                    first.unite(hook, candidate.place);
                    continue;
                }
                kept.push((selection.chosen.len(), identity));
            }
            considered.push(Considered::Chosen(choice));
            let chosen = Chosen::new(hook, candidate.place, choice);
            selection.chosen.push(chosen);
        }
        (selection, considered)
    }
}

fn accepts(hook: &Hook, value: &MatchValue<'_>, aliases: &Aliases) -> Accepts {
    match (hook.matcher.compiled(), value) {
        (Ok(Matcher::All), _) => Accepts::Yes,
        (Err(_), _) | (Ok(_), MatchValue::Unreadable(_)) => Accepts::Unknown,
        (Ok(_), MatchValue::Missing) => Accepts::No,
        (Ok(matcher), MatchValue::Text(value)) => matcher.accepts(value, aliases),
    }
}

/// Nobody can know whether the matcher accepts the value.
fn not_known(hook: &Hook, value: &MatchValue<'_>) -> Diagnostic {
    let matcher = hook.matcher.text().map_or("", |text| text);
    let consequence = if hook.is_guard() {
        "the hook is a guard and runs"
    } else {
        "the hook does not run"
    };
    let (code, message) = match value {
        MatchValue::Unreadable(field) => (
            "value-unreadable",
            format!(
                "the input's `{field}` is no string, so nothing can be said of the matcher `{matcher}`; {consequence}"
            ),
        ),
        _ => (
            "matcher-gave-up",
            format!(
                "the matcher `{matcher}` needs too much backtracking for this value; {consequence}"
            ),
        ),
    };
    Diagnostic::new(Severity::Warning, code, message).about(&hook.id)
}
