//! Planned: the selected hooks whose condition holds, in lanes. A hook by itself
//! is a lane; a row of hooks, one after the other, is one too. Lanes start
//! together.

use snaphook_core::dialect::Strategy;
use snaphook_core::select::{Choice, SelectedHook, SkipCause};

use super::clock::Clock;
use super::event_run::EventRun;
use super::session_hooks::SessionSelection;
use crate::conditions::{ConditionCall, Conditional, HookCondition, keep_holding};
use crate::progress::{PlannedHook, Progress};

/// What an event runs.
pub(super) struct Plan<'a> {
    /// In configured order.
    pub(super) hooks: Vec<LaneHook<'a>>,
    pub(super) clock: Clock,
}

/// A hook in its lane.
pub(super) struct LaneHook<'a> {
    pub(super) chosen: &'a SelectedHook,
    condition: Option<&'a HookCondition>,
    pub(super) choice: Choice,
    pub(super) lane: usize,
    /// Whether its lane begins with it.
    is_first: bool,
    /// The next hook of its lane.
    next: Option<usize>,
    /// Why its conditions cannot be tested: it fails without being run.
    pub(super) failed: Option<String>,
}

impl<'a> Conditional<'a> for LaneHook<'a> {
    /// Nobody tests an expression of a project that nobody trusts.
    fn condition(&self) -> Option<&'a HookCondition> {
        let runs = self.choice == Choice::Run;
        self.condition.filter(|one| runs || one.when().is_none())
    }

    fn fail(&mut self, why: String) {
        self.failed = Some(why);
    }
}

impl<'a> Plan<'a> {
    pub(super) fn of(run: &'a EventRun<'_>, added: &'a SessionSelection<'a>) -> Self {
        let mut hooks = hooks(run, added);
        let engine = &*run.engine;
        keep_holding(&mut hooks, || {
            let counts = run.session.counts();
            let world = &engine.surroundings;
            ConditionCall::new(&run.input, engine.set.aliases(), world).with_counts(counts)
        });
        for hook in &mut hooks {
            hook.choice = choice(run, hook.chosen);
        }
        put_in_lanes(&mut hooks, engine.strategy);
        let chosen = hooks.iter().map(|hook| hook.chosen);
        let clock = Clock::start(run.input.event().spec(), chosen, &engine.surroundings);
        let plan = Self { hooks, clock };
        engine.report_progress(|| Progress::Planned {
            dispatch: run.number,
            event: run.input.event().name().clone(),
            session_id: run.session.id().cloned(),
            hooks: plan.to_run().map(PlannedHook::from).collect(),
        });
        plan
    }

    /// The hooks that will run unless their row ends before them.
    fn to_run(&self) -> impl Iterator<Item = &snaphook_core::hook::Hook> {
        let mut lanes: Vec<&LaneHook<'_>> = self.hooks.iter().collect();
        lanes.sort_by_key(|hook| hook.lane);
        lanes
            .into_iter()
            .filter(|hook| hook.choice == Choice::Run)
            .map(|hook| &*hook.chosen.hook)
    }

    /// The lanes, each by its first hook.
    pub(super) fn lanes(&self) -> impl Iterator<Item = &LaneHook<'a>> {
        self.hooks.iter().filter(|hook| hook.is_first)
    }

    /// The hook that comes after one in its lane.
    pub(super) fn after(&self, hook: &LaneHook<'_>) -> Option<&LaneHook<'a>> {
        self.hooks.get(hook.next?)
    }
}

/// The selected hooks: configured ones, then the session's.
fn hooks<'a>(run: &'a EventRun<'_>, added: &'a SessionSelection<'a>) -> Vec<LaneHook<'a>> {
    let configured = run.selection.as_deref();
    let configured = configured.map_or(&[][..], |selection| &selection.chosen);
    let mut hooks = Vec::with_capacity(configured.len() + added.own.len());
    hooks.extend(configured.iter().map(|chosen| {
        let condition = run.engine.conditions.get(chosen.place);
        LaneHook::new(added.with_options(chosen), condition)
    }));
    let own = added.own.iter();
    hooks.extend(own.map(|(chosen, hook)| LaneHook::new(chosen, hook.condition.as_ref())));
    hooks
}

impl<'a> LaneHook<'a> {
    fn new(chosen: &'a SelectedHook, condition: Option<&'a HookCondition>) -> Self {
        Self {
            chosen,
            condition,
            choice: chosen.choice,
            lane: 0,
            is_first: true,
            next: None,
            failed: None,
        }
    }
}

/// Whether a hook runs, as things are now.
fn choice(run: &EventRun<'_>, chosen: &SelectedHook) -> Choice {
    match chosen.choice {
        Choice::Run if run.closed => Choice::Skip(SkipCause::ShuttingDown),
        Choice::Run if run.is_used_up(chosen) => Choice::Skip(SkipCause::Once),
        Choice::Skip(SkipCause::Untrusted) if run.was_trusted(chosen) => {
            Choice::Skip(SkipCause::Changed)
        }
        choice => choice,
    }
}

/// Sorts hooks into lanes, in configured order.
fn put_in_lanes(hooks: &mut [LaneHook<'_>], strategy: Strategy) {
    let mut lanes = 0;
    // Each row that was met, and its last hook so far.
    let mut rows: Vec<(u32, usize)> = Vec::new();
    for at in 0..hooks.len() {
        let row = match strategy {
            Strategy::InSequence | Strategy::OneByOne => Some(0),
            Strategy::Together => hooks[at].chosen.hook.row,
        };
        let known = row.and_then(|row| rows.iter_mut().find(|(known, _)| *known == row));
        if let Some((_, last)) = known {
            let before = std::mem::replace(last, at);
            hooks[before].next = Some(at);
            hooks[at].lane = hooks[before].lane;
            hooks[at].is_first = false;
            continue;
        }
        hooks[at].lane = lanes;
        lanes += 1;
        rows.extend(row.map(|row| (row, at)));
    }
}
