//! Dispatches and hook runs inside their spans: what runs knows nothing of it.

use std::pin::pin;
use std::sync::Arc;

use snaphook_core::input::Input;
use snaphook_core::outcome::{Outcome, Status};
use snaphook_core::select::Chosen;
use snaphook_exec::InputLine;
use tracing::Instrument;

use super::recorded::Recording;
use super::run::{self, Finished};
use super::{Dispatch, run_event};
use crate::engine::{ExecuteOptions, Inner};
use crate::observe;
use crate::session::SessionState;

/// Runs one event of a session; `waits` for its background hooks, or not.
pub(crate) async fn dispatch(
    engine: &Arc<Inner>,
    session: &Arc<SessionState>,
    input: Input,
    options: &ExecuteOptions,
    waits: bool,
) -> Outcome {
    let recording = Recording::begin(engine, &input);
    let span = observe::dispatch_span(input.event());
    let running = run_event(engine, session, input, options, waits, &span).instrument(span.clone());
    let outcome = pin!(running).await;
    observe::dispatch_ended(&span, &outcome, engine.set.live().only_managed());
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
