//! Dispatches and hook runs inside their spans: what runs knows nothing of it.

use std::pin::pin;
use std::sync::Arc;

use snaphook_core::outcome::{Outcome, Status};
use snaphook_core::select::Chosen;
use snaphook_exec::InputLine;
use tracing::Instrument;

use super::recorded::Recording;
use super::run::{self, Finished};
use super::{Dispatch, Fired, run_event};
use crate::observe;

/// Runs one event.
pub(super) async fn run_observed(fired: Fired<'_>) -> Outcome {
    let recording = Recording::begin(&fired.engine, &fired.input);
    let span = observe::dispatch_span(fired.input.event());
    let managed_only = fired.engine.set.live().only_managed();
    let running = run_event(fired, &span).instrument(span.clone());
    let outcome = pin!(running).await;
    observe::dispatch_ended(&span, &outcome, managed_only);
    if let Some(recording) = recording {
        recording.end(&outcome);
    }
    outcome
}

/// Runs one hook.
pub(super) async fn run_hook(
    dispatch: &Dispatch<'_>,
    chosen: &Chosen,
    lane: usize,
    input: &Arc<InputLine>,
) -> Finished {
    let span = observe::hook_span(dispatch.span, &chosen.hook);
    let running = run::run_hook(dispatch, chosen, lane, input, &span).instrument(span.clone());
    // Pinned here: what is awaited by value is kept twice, and it is large.
    let finished = pin!(running).await;
    // One that goes on in the background is not over: its job will tell.
    if finished.entry.status != Status::Background {
        observe::hook_ended(&span, &finished.entry, &finished.effects);
    }
    finished
}
