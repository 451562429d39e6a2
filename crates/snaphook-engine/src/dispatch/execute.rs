//! The way of one event: selected → planned → started → judged → merged →
//! recorded.
//!
//! Nothing happens before the future is polled. What takes room on the heap is
//! only an event that some hook may handle.

use std::sync::Arc;
use std::time::Instant;

use snaphook_core::input::Input;
use snaphook_core::outcome::Outcome;
use tracing::Instrument;

use super::caller::Caller;
use super::event_run::EventRun;
use super::merge::merge;
use super::options::ExecuteOptions;
use super::plan::Plan;
use super::select::nothing_selected;
use super::session_hooks::select_added;
use super::start::start_lanes;
use crate::engine::{Engine, SnapshotData};
use crate::observe;

/// The settings that an event is run with.
#[derive(Clone, Copy)]
pub(crate) enum SettingsAt<'a> {
    /// Those in force when it begins.
    Begin(&'a Engine),
    /// These, whatever is in force by then.
    Snapshot(&'a Arc<SnapshotData>),
}

/// Runs one event.
pub(crate) async fn execute(
    settings: SettingsAt<'_>,
    caller: Caller<'_>,
    input: Input,
    options: ExecuteOptions,
) -> Outcome {
    let run = {
        let current;
        let engine = match settings {
            SettingsAt::Begin(engine) if nobody_handles(engine, caller, &input) => {
                return Outcome::go_on(input.event());
            }
            SettingsAt::Begin(engine) => {
                current = engine.snapshot_data();
                &current
            }
            SettingsAt::Snapshot(engine) => engine,
        };
        let input = match engine.rules.has_adopted(&input) {
            true => input,
            false => engine.rules.adopt_input(input),
        };
        let found = engine.set.find(&input);
        if found.is_none() && is_unseen(engine, caller) {
            let outcome = nothing_selected(engine, caller, &input);
            count_call(engine, caller, &input, &outcome);
            return outcome;
        }
        let mut run = EventRun::select(engine, caller, input, options, found);
        let span = run.span.clone();
        Box::pin(async move { run_event(&mut run).await }.instrument(span))
    };
    let outcome = run.await;
    if outcome.event.as_str() == "SessionEnd"
        && let Some(session) = caller.session
    {
        // Hooks that were added to a session end with it.
        session.clear_hooks();
    }
    outcome
}

/// Counts a tool call for the session, where some hook may go by that. A second look at
/// a call is no call.
fn count_call(engine: &SnapshotData, caller: Caller<'_>, input: &Input, outcome: &Outcome) {
    let counts = engine.conditions.count_calls() && caller.counts && caller.again.is_empty();
    if counts
        && input.event().as_str() == "PreToolUse"
        && let (Some(session), Some(tool)) = (caller.session, input.fields().text("tool_name"))
    {
        session.count_call(&tool, outcome.blocked);
    }
}

/// Runs an event that some hook may handle, or that somebody wants to know of.
async fn run_event(run: &mut EventRun<'_>) -> Outcome {
    let added = select_added(run);
    if run.selection.is_none() && added.own.is_empty() && !run.closed {
        let mut outcome = nothing_selected(&run.engine, run.caller, &run.input);
        count_call(&run.engine, run.caller, &run.input, &outcome);
        run.record(&mut outcome, Instant::now());
        return outcome;
    }
    let plan = Plan::of(run, &added);
    let mut replies = start_lanes(run, &plan).await;
    let mut outcome = merge(run, replies.hooks);
    if run.background.get().is_some() {
        // Boxed: few events have any.
        outcome = Box::pin(run.wait_for_background(outcome)).await;
        replies.ended = Instant::now();
    }
    count_call(&run.engine, run.caller, &run.input, &outcome);
    run.record(&mut outcome, replies.ended);
    outcome
}

/// Whether the settings and the session have nothing to say about an event, so
/// that not even the snapshot is looked at.
#[inline]
fn nobody_handles(engine: &Engine, caller: Caller<'_>, input: &Input) -> bool {
    let untouched = caller.session.is_none_or(|session| session.is_untouched());
    untouched && engine.has_nothing_to_tell(input) && !observe::is_heard()
}

/// Whether an event for which no hook is configured is over: the session adds
/// no hook, nobody observes or records it, and the engine is not closed.
#[inline]
fn is_unseen(engine: &SnapshotData, caller: Caller<'_>) -> bool {
    let plain = caller.session.is_none_or(|session| session.is_plain());
    plain && !observe::is_heard() && engine.recorder.is_none() && !engine.running.is_closed()
}
