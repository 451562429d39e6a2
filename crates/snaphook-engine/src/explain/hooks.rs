//! What would become of each hook.

use std::collections::HashSet;
use std::sync::Arc;

use snaphook_core::hook::{Hook, HookId};
use snaphook_core::input::Input;
use snaphook_core::select::{Choice, SelectionFate, SkipCause};
use snaphook_rules::Subject;
use snaphook_rules::facts::{FactScope, SubValue};
use snaphook_trust::TrustState;

use super::explanation::{Explanation, HookExplanation, NotRunReason};
use super::words::{condition, expression, note, refusal, seen_commands, unread};
use crate::conditions::{ConditionCall, HookCondition};
use crate::dispatch::consider_added;
use crate::engine::{SnapshotData, WatchedHook};
use crate::session::{SessionHook, SessionState};

/// Explains an input, in a session where there is one.
pub(super) fn explain(
    engine: &SnapshotData,
    session: Option<&SessionState>,
    input: &Input,
) -> Explanation {
    let input = &engine.rules.adopt_input(input.clone());
    let counts = session.map(SessionState::counts).unwrap_or_default();
    let call = ConditionCall::new(input, engine.set.aliases(), &engine.surroundings);
    let call = call.with_counts(counts);
    let added = session.map(SessionState::hooks).unwrap_or_default();
    call.look_with_facts(|subject, scope| {
        let explaining = ExplainContext {
            engine,
            session,
            input,
            subject,
            scope,
            in_set: engine.set.all(),
            added: &added,
        };
        let mut hooks = explaining.configured();
        hooks.extend(explaining.of_session());
        Explanation {
            event: input.event().name().clone(),
            value: input.match_value().text().map(str::to_owned),
            commands: subject.and_then(seen_commands),
            unknown: subject.and_then(unread),
            hooks,
        }
    })
}

/// What the explanations of all hooks share.
struct ExplainContext<'a> {
    engine: &'a SnapshotData,
    session: Option<&'a SessionState>,
    input: &'a Input,
    subject: Option<&'a Subject<'a>>,
    scope: &'a FactScope<'a>,
    in_set: Vec<Arc<Hook>>,
    added: &'a [Arc<SessionHook>],
}

/// One hook, and what was found out about it.
struct HookLookup<'a> {
    hook: &'a Arc<Hook>,
    /// What selecting made of it; `None` for one of another event.
    considered: Option<SelectionFate>,
    condition: Option<&'a HookCondition>,
    standing: Option<&'a TrustState>,
    watch: Option<&'a WatchedHook>,
}

impl ExplainContext<'_> {
    fn configured(&self) -> Vec<HookExplanation> {
        let selected = self.engine.set.select(self.input);
        let changed = selected.map(|selection| self.engine.changed(&selection, self.input));
        let changed = changed.unwrap_or_default();
        let considered = self.engine.set.consider(self.input, &changed);
        let judged = &self.engine.judged;
        // Guards that stand for files which cannot be read are in the set alone.
        let configured = &self.engine.configured;
        let known: HashSet<&HookId> = configured.iter().map(|hook| &hook.id).collect();
        let standing_in = considered.iter().map(|(hook, _)| hook);
        let standing_in = standing_in.filter(|hook| !known.contains(&hook.id));
        let explained = configured.iter().chain(standing_in).map(|hook| {
            let place = self.in_set.iter().position(|other| other.id == hook.id);
            let found = considered.iter().find(|(other, _)| other.id == hook.id);
            self.explained(&HookLookup {
                hook,
                considered: found.map(|(_, considered)| *considered),
                condition: place.and_then(|place| self.engine.conditions.get(place)),
                standing: judged.standings.get(&hook.id),
                watch: judged.watches.get(&hook.id).map(|watch| &**watch),
            })
        });
        explained.collect()
    }

    fn of_session(&self) -> Vec<HookExplanation> {
        let selected = self.engine.select(self.input);
        let considered = consider_added(self.engine, self.added, selected.as_deref(), self.input);
        let added = self.added.iter().zip(considered);
        let explained = added.map(|(added, considered)| {
            self.explained(&HookLookup {
                hook: &added.hook,
                considered,
                condition: added.condition.as_ref(),
                standing: added.standing.as_ref(),
                watch: added.watch.as_deref(),
            })
        });
        explained.collect()
    }

    fn explained(&self, looked: &HookLookup<'_>) -> HookExplanation {
        let hook = looked.hook;
        let (mut why_not, note) = match looked.considered {
            _ if !self.engine.set.live().includes(hook) => {
                let by = NotRunReason::SwitchedOff(self.switched_off(hook));
                (Some(by), None)
            }
            None => (
                Some(NotRunReason::OtherEvent(hook.event.name().clone())),
                None,
            ),
            Some(considered) => self.judge(considered, looked),
        };
        if why_not.is_none() && self.has_changed(looked) {
            let words = SkipCause::Changed.as_str();
            why_not = Some(NotRunReason::Untrusted(format!("it is {words}")));
        }
        let used_up = hook.once && self.session.is_some_and(|s| s.is_used_up(&hook.id));
        HookExplanation {
            hook: Arc::clone(hook),
            why_not: why_not.or(used_up.then_some(NotRunReason::Once)),
            note,
            values: self.values(looked),
        }
    }

    /// Whether a hook is no longer what was trusted when it was loaded.
    fn has_changed(&self, looked: &HookLookup<'_>) -> bool {
        let fields = self.input.fields();
        looked.watch.is_some_and(|watch| !watch.holds_for(fields))
    }

    fn judge(
        &self,
        considered: SelectionFate,
        looked: &HookLookup<'_>,
    ) -> (Option<NotRunReason>, Option<String>) {
        let hook = looked.hook;
        let why_not = match considered {
            SelectionFate::NotAccepted => NotRunReason::Matcher(refusal(hook, self.input)),
            SelectionFate::ConditionNever => NotRunReason::ConditionNever,
            SelectionFate::Duplicate { of } => NotRunReason::Duplicate(self.place(of)),
            SelectionFate::Chosen(Choice::Skip(SkipCause::Disabled)) => {
                NotRunReason::Disabled(self.engine.loaded.disabled_by(hook))
            }
            SelectionFate::Chosen(Choice::Skip(SkipCause::Untrusted)) => {
                NotRunReason::Untrusted(untrusted(looked.standing))
            }
            // Rows and shutdowns are not known before anything runs.
            SelectionFate::Chosen(_) => {
                let (why_not, note) = match (looked.condition, self.subject) {
                    (Some(has), Some(subject)) if has.has_rule() => condition(has, hook, subject),
                    _ => (None, note(hook)),
                };
                return match (why_not, looked.condition) {
                    (None, Some(has)) => expression(has, self.scope, note),
                    (why_not, _) => (why_not, note),
                };
            }
        };
        (Some(why_not), None)
    }

    /// The parts of the expression of a hook that is about the event.
    fn values(&self, looked: &HookLookup<'_>) -> Vec<SubValue> {
        if !matches!(looked.considered, Some(SelectionFate::Chosen(Choice::Run))) {
            return Vec::new();
        }
        let when = looked.condition.and_then(HookCondition::when);
        when.map(|when| when.explain(self.scope))
            .unwrap_or_default()
    }

    /// Where the hook at this place is defined.
    fn place(&self, at: usize) -> String {
        let added = |at: usize| {
            let index = at.checked_sub(self.engine.handlers.len())?;
            self.added.get(index).map(|added| &added.hook)
        };
        let hook = self.in_set.get(at).or_else(|| added(at));
        let place = hook.map(|hook| hook.source.place().unwrap_or_else(|| hook.name.to_string()));
        place.unwrap_or_default()
    }

    /// Who keeps a hook from running.
    fn switched_off(&self, hook: &Hook) -> String {
        let off = self.engine.loaded.switched_off.iter();
        let off = off.filter(|off| !off.leaves.includes(hook));
        let by: Vec<&str> = off.map(|off| off.by.as_str()).collect();
        by.join(" and ")
    }
}

/// Why a hook is not trusted, in words.
fn untrusted(standing: Option<&TrustState>) -> String {
    match standing {
        Some(TrustState::Changed(changes)) if !changes.is_empty() => {
            let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
            format!(
                "it has changed since it was trusted: {}",
                changes.join("; ")
            )
        }
        Some(TrustState::Changed(_)) => "it has changed since it was trusted".to_owned(),
        Some(_) => "it is not trusted".to_owned(),
        None => "only managed hooks are trusted".to_owned(),
    }
}
