//! An immutable set of hooks, compiled, by event.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::builder::HookSetBuilder;
use super::by_event::ByEvent;
use super::choice::{Choice, SelectedHook, Selection, SelectionFate, SkipCause};
use super::index::{Index, SeededHasher};
use super::live::HookPolicy;
use super::memo::{Memo, SelectionRef};
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{Event, MatchesOn};
use crate::hook::{Hook, Identity};
use crate::input::{Input, MatchValue};
use crate::matching::{Aliases, MatchResult, Matcher};

/// Hooks by event. Built once, then only read.
#[derive(Debug, Default)]
pub struct HookSet {
    pub(super) events: ByEvent,
    pub(super) aliases: Aliases,
    pub(super) live: HookPolicy,
}

#[derive(Debug, Default)]
pub(super) struct EventHooks {
    pub(super) candidates: Vec<SelectionCandidate>,
    pub(super) live: bool,
    pub(super) index: Index,
    /// Selections by value; events that match on nothing use the empty value.
    memo: Memo,
}

#[derive(Debug)]
pub(super) struct SelectionCandidate {
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
    pub fn live(&self) -> HookPolicy {
        self.live
    }

    /// Whether any hook could run on this event. Exact about what is switched
    /// off; says yes also when no matcher or condition would accept it.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.events.get(event).is_some_and(|of_event| of_event.live)
    }

    /// A bit for the [place](Event::place) of each event that has hooks here, also
    /// such as never run; where that cannot be said in 64 bits, all of them.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.events.occupied()
    }

    /// Every hook of the set, in the order in which they merge: each at the
    /// index that is its place.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Hook>> {
        let mut all: Vec<_> = self
            .events
            .all()
            .iter()
            .flat_map(|of_event| &of_event.candidates)
            .collect();
        all.sort_by_key(|candidate| candidate.place);
        all.into_iter()
            .map(|candidate| Arc::clone(&candidate.hook))
            .collect()
    }

    /// The hooks that this input selects; `None` if there are none, and
    /// nothing to tell about them.
    #[must_use]
    pub fn select(&self, input: &Input) -> Option<Arc<Selection>> {
        self.find(input).map(SelectionRef::into_arc)
    }

    /// Selects the hooks for an input, and lends the selection where it is kept.
    #[inline]
    #[must_use]
    pub fn find(&self, input: &Input) -> Option<SelectionRef<'_>> {
        let of_event = self.events.get(input.event())?;
        let value = input.match_value();
        let select = || of_event.select(&value, self.aliases_for(input), &[]);
        match &value {
            MatchValue::Text(text) => of_event.memo.get_or_select(text, select),
            MatchValue::Missing => of_event.memo.get_or_select("", select),
            MatchValue::Unreadable(_) => Some(SelectionRef::Own(Arc::new(select()))),
        }
    }

    /// Selects the hooks for an input while those at the places `changed` are no
    /// longer what was trusted. They are skipped, and a duplicate of one of
    /// them runs as if it were the only one.
    #[must_use]
    pub fn select_without(&self, input: &Input, changed: &[usize]) -> Option<Selection> {
        let of_event = self.events.get(input.event())?;
        let value = input.match_value();
        Some(of_event.select(&value, self.aliases_for(input), changed))
    }

    /// Every hook of the event, in the order in which they merge, and what
    /// became of it: what [`Self::select_without`] decides, with the reasons.
    #[must_use]
    pub fn consider(&self, input: &Input, changed: &[usize]) -> Vec<(Arc<Hook>, SelectionFate)> {
        let Some(of_event) = self.events.get(input.event()) else {
            return Vec::new();
        };
        let value = input.match_value();
        let considered = of_event.consider(&value, self.aliases_for(input), changed);
        of_event
            .candidates
            .iter()
            .map(|candidate| Arc::clone(&candidate.hook))
            .zip(considered)
            .collect()
    }

    /// Whether a hook that is not in the set would match this input. A guard also
    /// matches if that cannot be decided.
    #[must_use]
    pub fn accepts(&self, hook: &Hook, input: &Input) -> bool {
        let none = Aliases::none();
        let aliases = self.aliases_for(input).unwrap_or(&none);
        match accepts(hook, &input.match_value(), aliases) {
            MatchResult::Yes => true,
            MatchResult::No => false,
            MatchResult::Unknown => hook.is_guard(),
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
    /// What a value selects, by asking those that could accept it.
    fn select(
        &self,
        value: &MatchValue<'_>,
        aliases: Option<&Aliases>,
        changed: &[usize],
    ) -> Selection {
        let mut choosing = SelectionRun::new(value, aliases, changed);
        match value {
            // The value is unknown, so every candidate is considered.
            MatchValue::Unreadable(_) => {
                for candidate in &self.candidates {
                    choosing.consider(candidate);
                }
            }
            MatchValue::Text(_) | MatchValue::Missing => {
                for number in self.index.find(value.text(), choosing.aliases()) {
                    choosing.consider(&self.candidates[number as usize]);
                }
            }
        }
        choosing.selection
    }

    /// Considers every hook of the event, and returns why each was selected or not.
    fn consider(
        &self,
        value: &MatchValue<'_>,
        aliases: Option<&Aliases>,
        changed: &[usize],
    ) -> Vec<SelectionFate> {
        let mut choosing = SelectionRun::new(value, aliases, changed);
        let candidates = self.candidates.iter();
        candidates.map(|one| choosing.consider(one)).collect()
    }
}

/// The state of one selection.
struct SelectionRun<'a> {
    value: &'a MatchValue<'a>,
    aliases: Cow<'a, Aliases>,
    changed: &'a [usize],
    /// Where in `selection.chosen` each identity is.
    kept: HashMap<Identity, usize, SeededHasher>,
    selection: Selection,
}

impl<'a> SelectionRun<'a> {
    fn new(value: &'a MatchValue<'a>, aliases: Option<&'a Aliases>, changed: &'a [usize]) -> Self {
        Self {
            value,
            aliases: aliases.map_or_else(|| Cow::Owned(Aliases::none()), Cow::Borrowed),
            changed,
            kept: HashMap::default(),
            selection: Selection::default(),
        }
    }

    fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    fn consider(&mut self, candidate: &SelectionCandidate) -> SelectionFate {
        let hook = &candidate.hook;
        if hook.condition_never_holds() {
            return SelectionFate::ConditionNever;
        }
        let accepts = accepts(hook, self.value, &self.aliases);
        if accepts == MatchResult::Unknown && hook.matcher.compiled().is_ok() {
            self.selection.diagnostics.push(not_known(hook, self.value));
        }
        // A guard whose matcher is broken guards everything.
        let taken =
            accepts == MatchResult::Yes || (accepts == MatchResult::Unknown && hook.is_guard());
        if !taken {
            return SelectionFate::NotAccepted;
        }
        let choice = match candidate.choice {
            Choice::Run if self.changed.contains(&candidate.place) => {
                Choice::Skip(SkipCause::Changed)
            }
            choice => choice,
        };
        let next = self.selection.chosen.len();
        let identity = (choice == Choice::Run).then(|| hook.identity());
        if let Some(identity) = identity.filter(|identity| !identity.is_unique()) {
            match self.kept.entry(identity) {
                Entry::Occupied(twin) => {
                    let first: &mut SelectedHook = &mut self.selection.chosen[*twin.get()];
                    let of = first.place;
                    first.unite(hook, candidate.place);
                    return SelectionFate::Duplicate { of };
                }
                Entry::Vacant(free) => {
                    free.insert(next);
                }
            }
        }
        let chosen = SelectedHook::new(hook, candidate.place, choice);
        self.selection.chosen.push(chosen);
        SelectionFate::Chosen(choice)
    }
}

fn accepts(hook: &Hook, value: &MatchValue<'_>, aliases: &Aliases) -> MatchResult {
    match (hook.matcher.compiled(), value) {
        (Ok(Matcher::All), _) => MatchResult::Yes,
        (Err(_), _) | (Ok(_), MatchValue::Unreadable(_)) => MatchResult::Unknown,
        (Ok(_), MatchValue::Missing) => MatchResult::No,
        (Ok(matcher), MatchValue::Text(value)) => matcher.accepts(value, aliases),
    }
}

/// The diagnostic for a matcher that could not decide about the value.
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
                "the input's `{field}` is missing or not a name, so the matcher `{matcher}` cannot be tested; {consequence}"
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
