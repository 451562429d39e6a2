//! Hooks that a session added, among them those of active skills and agents:
//! which of them an input selects, after the configured ones.

use std::sync::Arc;

use snaphook_core::hook::Hook;
use snaphook_core::input::Input;
use snaphook_core::select::{Choice, SelectedHook, Selection, SelectionFate, SkipCause};

use super::event_run::EventRun;
use crate::engine::{SnapshotData, WatchedHook};
use crate::session::SessionHook;

/// What the session adds to a selection.
pub(super) struct SessionSelection<'a> {
    /// Its hooks that run by themselves, or are skipped.
    pub(super) own: Vec<(SelectedHook, &'a SessionHook)>,
    /// Hooks that run already, with the options of the session's copies.
    pub(super) united: Vec<SelectedHook>,
}

/// The hooks of the session that this input selects.
pub(super) fn select_added<'a>(run: &'a EventRun<'_>) -> SessionSelection<'a> {
    let engine = &*run.engine;
    let configured = run.selection.as_deref();
    let mut selected = SessionSelection {
        own: Vec::new(),
        united: Vec::new(),
    };
    let first = engine.handlers.len();
    let considered = consider_added(engine, &run.added, configured, &run.input);
    for (index, (hook, considered)) in run.added.iter().zip(considered).enumerate() {
        let place = first + index;
        match considered {
            Some(SelectionFate::Chosen(choice)) => {
                let chosen = SelectedHook::new(&hook.hook, place, choice);
                selected.own.push((chosen, hook));
            }
            Some(SelectionFate::Duplicate { of }) => {
                selected.unite(of, configured, &hook.hook, place);
            }
            _ => {}
        }
    }
    selected
}

impl SessionSelection<'_> {
    /// The hook at the place `of` has a copy in the session.
    fn unite(&mut self, of: usize, configured: Option<&Selection>, copy: &Arc<Hook>, place: usize) {
        let is_first = |chosen: &&mut SelectedHook| chosen.place == of;
        let own = self.own.iter_mut().map(|(chosen, _)| chosen);
        if let Some(first) = own.chain(&mut self.united).find(is_first) {
            return first.unite(copy, place);
        }
        let mut configured = configured.into_iter().flat_map(|c| &c.chosen);
        if let Some(first) = configured.find(|chosen| chosen.place == of) {
            let mut first = first.clone();
            first.unite(copy, place);
            self.united.push(first);
        }
    }

    /// A configured hook, with the options that hold.
    pub(super) fn with_options<'c>(&'c self, chosen: &'c SelectedHook) -> &'c SelectedHook {
        let united = self.united.iter().find(|one| one.place == chosen.place);
        united.unwrap_or(chosen)
    }
}

/// What becomes of each hook of the session; nothing for one of another event,
/// and for one that is switched off.
pub(crate) fn consider_added(
    engine: &SnapshotData,
    added: &[Arc<SessionHook>],
    configured: Option<&Selection>,
    input: &Input,
) -> Vec<Option<SelectionFate>> {
    // Most sessions add none, and identities cost something.
    if added.is_empty() {
        return Vec::new();
    }
    let running = configured.into_iter().flat_map(|c| &c.chosen);
    let running = running.filter(|other| other.choice == Choice::Run);
    let mut known: Vec<_> = running
        .map(|other| (other.place, other.hook.identity()))
        .collect();
    let first = engine.handlers.len();
    let mut considered = Vec::with_capacity(added.len());
    for (index, hook) in added.iter().enumerate() {
        let own = &hook.hook;
        let concerned = own.event.name() == input.event().name() && engine.set.live().includes(own);
        considered.push(concerned.then(|| {
            if own.condition_never_holds() {
                return SelectionFate::ConditionNever;
            }
            if !engine.set.accepts(own, input) {
                return SelectionFate::NotAccepted;
            }
            let unchanged = |watch: &Arc<WatchedHook>| watch.holds_for(input.fields());
            let choice = match engine.choice(own) {
                Choice::Run if !hook.watch.as_ref().is_none_or(unchanged) => {
                    Choice::Skip(SkipCause::Changed)
                }
                choice => choice,
            };
            if choice == Choice::Run {
                let identity = own.identity();
                let twin = known.iter().find(|(_, other)| identity.same_as(other));
                if let Some((of, _)) = twin {
                    return SelectionFate::Duplicate { of: *of };
                }
                known.push((first + index, identity));
            }
            SelectionFate::Chosen(choice)
        }));
    }
    considered
}
