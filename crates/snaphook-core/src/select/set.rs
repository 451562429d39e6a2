//! An immutable set of hooks, compiled, by event.

use std::collections::HashMap;
use std::sync::Arc;

use super::memo::Memo;
use super::unite::{options_yield, united};
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{Event, EventName, MatchesOn};
use crate::hook::Hook;
use crate::input::Input;
use crate::matching::{Accepts, Aliases, Matcher};

/// Why a hook that matched does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// `enabled: false`, or named in `disabledHooks`.
    Disabled,
    /// A hook before it in its row ended the row.
    RowEnded,
    /// The engine is shutting down.
    ShuttingDown,
}

impl SkipReason {
    /// The reason in words, as the outcome gives it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Disabled => "disabled",
            Self::RowEnded => "a hook before it in its row ended the row",
            Self::ShuttingDown => "the engine is shutting down",
        }
    }
}

/// One hook of a selection.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The hook, with the options that hold.
    pub hook: Arc<Hook>,
    /// Its place among all hooks of the set: the order of merging.
    pub place: usize,
    /// The place of the hook whose options hold: its own, or a duplicate's.
    pub options_from: usize,
    /// Whether it runs.
    pub choice: Choice,
}

/// Whether a selected hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It does.
    Run,
    /// It matched, but does not run.
    Skip(SkipReason),
}

/// What became of one hook when hooks were selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Considered {
    /// It matched, and runs or is skipped.
    Chosen(Choice),
    /// Its matcher does not accept the value.
    NotAccepted,
    /// It has an `if`, and the event evaluates none.
    ConditionNever,
    /// It is the same as the hook at this place, which runs.
    Duplicate {
        /// The place of the first.
        of: usize,
    },
}

/// What one event selects.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The hooks, in configured order.
    pub chosen: Vec<Chosen>,
    /// What selecting them brought to light.
    pub diagnostics: Vec<Diagnostic>,
}

/// Collects hooks, in the order in which they merge.
#[derive(Debug, Default)]
pub struct HookSetBuilder {
    hooks: Vec<Hook>,
    aliases: Aliases,
    disabled: Vec<String>,
    only_managed: bool,
}

/// Hooks by event. Built once, then only read.
#[derive(Debug, Default)]
pub struct HookSet {
    events: HashMap<EventName, EventHooks>,
    aliases: Aliases,
}

#[derive(Debug, Default)]
struct EventHooks {
    candidates: Vec<Candidate>,
    live: bool,
    /// Selections by value; events that match on nothing use the empty value.
    memo: Memo,
}

#[derive(Debug)]
struct Candidate {
    hook: Arc<Hook>,
    place: usize,
    choice: Choice,
}

impl HookSetBuilder {
    /// Tools that go by more than one name.
    #[must_use]
    pub fn aliases(mut self, aliases: Aliases) -> Self {
        self.aliases = aliases;
        self
    }

    /// Names or ids of hooks that are switched off.
    #[must_use]
    pub fn disabled(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.disabled.extend(names);
        self
    }

    /// Switches off every hook that is neither managed nor the host's own,
    /// without a trace in outcomes.
    #[must_use]
    pub fn only_managed(mut self, only: bool) -> Self {
        self.only_managed = only;
        self
    }

    /// Adds hooks. They merge scope by scope, and within one in this order.
    #[must_use]
    pub fn hooks(mut self, hooks: impl IntoIterator<Item = Hook>) -> Self {
        self.hooks.extend(hooks);
        self
    }

    /// Sorts the hooks by scope and event.
    #[must_use]
    pub fn build(mut self) -> HookSet {
        self.hooks.sort_by_key(|hook| hook.source.scope);
        let mut events: HashMap<EventName, EventHooks> = HashMap::new();
        let only_managed = self.only_managed;
        let hooks = self
            .hooks
            .into_iter()
            .filter(|hook| !only_managed || hook.source.scope.always_on());
        for (place, hook) in hooks.enumerate() {
            let off = !hook.enabled
                || (!hook.source.scope.always_on()
                    && self
                        .disabled
                        .iter()
                        .any(|name| *name == hook.name || name == hook.id.as_str()));
            let choice = if off {
                Choice::Skip(SkipReason::Disabled)
            } else {
                Choice::Run
            };
            let of_event = events.entry(hook.event.name().clone()).or_default();
            of_event.live |= choice == Choice::Run && !hook.condition_never_holds();
            of_event.candidates.push(Candidate {
                hook: Arc::new(hook),
                place,
                choice,
            });
        }
        HookSet {
            events,
            aliases: self.aliases,
        }
    }
}

impl HookSet {
    /// Starts a set.
    #[must_use]
    pub fn builder() -> HookSetBuilder {
        HookSetBuilder::default()
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
        let value = value.as_deref();
        // A missing value and an empty one select the same: match-all only.
        Some(of_event.memo.get_or_select(value.unwrap_or_default(), || {
            of_event.consider(value, self.aliases_for(input)).0
        }))
    }

    /// Every hook of the event, in the order in which they merge, and what
    /// became of it: what [`Self::select`] decides, with the reasons.
    #[must_use]
    pub fn consider(&self, input: &Input) -> Vec<(Arc<Hook>, Considered)> {
        let Some(of_event) = self.events.get(input.event().name()) else {
            return Vec::new();
        };
        let value = input.match_value();
        let (_, considered) = of_event.consider(value.as_deref(), self.aliases_for(input));
        of_event
            .candidates
            .iter()
            .map(|candidate| Arc::clone(&candidate.hook))
            .zip(considered)
            .collect()
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
        value: Option<&str>,
        aliases: Option<&Aliases>,
    ) -> (Selection, Vec<Considered>) {
        let no_aliases = Aliases::none();
        let aliases = aliases.unwrap_or(&no_aliases);
        let mut selection = Selection::default();
        // Identity and owner of the options, beside `selection.chosen`.
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
                selection.diagnostics.push(gave_up(hook));
            }
            // A guard whose matcher is broken guards everything.
            let taken = accepts == Accepts::Yes || (accepts == Accepts::Unknown && hook.is_guard());
            if !taken {
                considered.push(Considered::NotAccepted);
                continue;
            }
            let scope = hook.source.scope;
            if candidate.choice == Choice::Run {
                let identity = hook.identity();
                let twin = kept
                    .iter_mut()
                    .find(|(_, known, _)| identity.same_as(known));
                if let Some((index, _, owner)) = twin {
                    let first: &mut Chosen = &mut selection.chosen[*index];
                    considered.push(Considered::Duplicate { of: first.place });
                    if options_yield(*owner, scope) {
                        first.hook = united(&first.hook, hook);
                        first.options_from = candidate.place;
                        *owner = scope;
                    }
                    continue;
                }
                kept.push((selection.chosen.len(), identity, scope));
            }
            considered.push(Considered::Chosen(candidate.choice));
            selection.chosen.push(Chosen {
                hook: Arc::clone(hook),
                place: candidate.place,
                options_from: candidate.place,
                choice: candidate.choice,
            });
        }
        (selection, considered)
    }
}

fn accepts(hook: &Hook, value: Option<&str>, aliases: &Aliases) -> Accepts {
    match (hook.matcher.compiled(), value) {
        (Err(_), _) => Accepts::Unknown,
        (Ok(Matcher::All), _) => Accepts::Yes,
        (Ok(_), None) => Accepts::No,
        (Ok(matcher), Some(value)) => matcher.accepts(value, aliases),
    }
}

fn gave_up(hook: &Hook) -> Diagnostic {
    Diagnostic::new(
        Severity::Warning,
        "matcher-gave-up",
        format!(
            "the matcher `{}` needs too much backtracking for this value; the hook {}",
            hook.matcher.text().map_or("", |text| text),
            if hook.is_guard() {
                "is a guard and runs"
            } else {
                "does not run"
            }
        ),
    )
    .about(&hook.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hook::{CommandDef, HandlerDef, OnFailure, Scope, Source};
    use crate::matching::GroupMatcher;
    use std::time::Duration;

    fn hook(matcher: &str, command: &str, scope: Scope) -> Hook {
        let event = Event::resolve("PreToolUse");
        let matcher = GroupMatcher::new(event.spec(), Some(matcher));
        Hook::new(
            event,
            matcher,
            HandlerDef::Command(CommandDef {
                command: command.to_owned(),
                ..CommandDef::default()
            }),
            Source::host(scope),
        )
    }

    fn selected(set: &HookSet, tool: &str) -> Vec<(String, Option<Duration>)> {
        let json = format!(r#"{{"hook_event_name":"PreToolUse","tool_name":"{tool}"}}"#);
        set.select(&Input::parse(&json).unwrap())
            .unwrap()
            .chosen
            .iter()
            .map(|chosen| (chosen.hook.name.clone(), chosen.hook.timeout))
            .collect()
    }

    #[test]
    fn a_duplicate_runs_at_the_first_place_with_the_last_options() {
        let mut last = hook("*", "a", Scope::Local);
        last.timeout = Some(Duration::from_secs(9));
        let set = HookSet::builder()
            .hooks([
                hook("Bash", "a", Scope::User),
                hook("Bash", "b", Scope::User),
                last,
            ])
            .build();
        assert_eq!(
            selected(&set, "Bash"),
            [
                ("a".to_owned(), Some(Duration::from_secs(9))),
                ("b".to_owned(), None)
            ]
        );
        assert_eq!(selected(&set, "Write").len(), 1);
    }

    #[test]
    fn a_managed_definitions_options_hold() {
        let mut managed = hook("Bash", "a", Scope::Managed);
        managed.on_failure = OnFailure::Block;
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::Project), managed])
            .build();
        let json = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#;
        let selection = set.select(&Input::parse(json).unwrap()).unwrap();
        assert_eq!(selection.chosen.len(), 1);
        assert!(selection.chosen[0].hook.is_guard());
    }

    #[test]
    fn a_disabled_copy_does_not_hide_a_live_one() {
        let mut off = hook("Bash", "a", Scope::User);
        off.enabled = false;
        let set = HookSet::builder()
            .hooks([off, hook("Bash", "a", Scope::Local)])
            .build();
        assert_eq!(selected(&set, "Bash").len(), 2);
        assert!(set.has(&Event::resolve("PreToolUse")));
    }

    #[test]
    fn has_is_exact_about_what_is_switched_off() {
        let mut off = hook("Bash", "a", Scope::User);
        off.enabled = false;
        let set = HookSet::builder().hooks([off]).build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::User)])
            .disabled(["a".to_owned()])
            .build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::User)])
            .only_managed(true)
            .build();
        assert!(!set.has(&Event::resolve("PreToolUse")));
        let set = HookSet::builder()
            .hooks([hook("Bash", "a", Scope::Managed)])
            .only_managed(true)
            .disabled(["a".to_owned()])
            .build();
        assert!(set.has(&Event::resolve("PreToolUse")));
    }

    #[test]
    fn a_broken_matcher_runs_guards_on_every_value_and_others_on_none() {
        let mut guard = hook("(", "guard", Scope::User);
        guard.on_failure = OnFailure::Block;
        let set = HookSet::builder()
            .hooks([hook("(", "plain", Scope::User), guard])
            .build();
        assert_eq!(selected(&set, "Anything"), [("guard".to_owned(), None)]);
    }
}
