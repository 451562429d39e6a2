//! One event on its way: select → run → judge → merge → outcome.

mod clock;
mod lanes;
mod run;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use snaphook_core::event::OnBlock;
use snaphook_core::input::Input;
use snaphook_core::merge::{Effects, Facts, settle};
use snaphook_core::outcome::{Outcome, Status};
use snaphook_exec::InputLine;
use tokio_util::sync::CancellationToken;

use crate::conditions::ToolCall;
use crate::engine::{ExecuteOptions, Inner};
use crate::progress::{PlannedHook, Progress};
use clock::Clock;
use lanes::{Lane, lanes};

/// What the hooks of one dispatch share.
pub(crate) struct Dispatch<'a> {
    engine: &'a Inner,
    number: u64,
    input: &'a Arc<Input>,
    /// Whether a block would take effect at all.
    can_block: bool,
    clock: Clock,
    stop: CancellationToken,
}

/// Runs one event.
pub(crate) async fn dispatch(engine: &Inner, input: Input, options: &ExecuteOptions) -> Outcome {
    let started = Instant::now();
    let mut outcome = Outcome::go_on(input.event());
    outcome.diagnostics = engine.diagnostics.for_event(input.event().name());
    let Some(selection) = engine.set.select(&input) else {
        outcome.duration_ms = milliseconds(started);
        return outcome;
    };
    outcome
        .diagnostics
        .extend(selection.diagnostics.iter().cloned());

    // Held until the dispatch is over: a shutdown waits for it.
    let _running = engine.running.token();
    let closed = engine.running.is_closed();
    let input = Arc::new(input);
    let call = ToolCall::new(&input, engine.set.aliases(), &engine.surroundings);
    let chosen = engine.conditions.holding(&selection, &call);
    let dispatch = Dispatch {
        engine,
        number: engine.dispatch_number(),
        input: &input,
        can_block: can_block(&input),
        clock: Clock::start(input.event().spec(), &chosen, &engine.surroundings),
        stop: CancellationToken::new(),
    };
    let planned = lanes(&chosen, engine.strategy, closed);
    engine.tell(|| Progress::Planned {
        dispatch: dispatch.number,
        event: input.event().name().clone(),
        hooks: planned
            .iter()
            .flat_map(Lane::to_run)
            .map(|chosen| PlannedHook::from(&*chosen.hook))
            .collect(),
    });

    let line = Arc::new(InputLine::new(Arc::clone(&input)));
    let running = join_all(planned.iter().map(|lane| lane.run(&dispatch, &line)));
    let finished = dispatch.until_told_to_stop(options, running).await;

    // Whatever order they finished in, they merge in configured order.
    let mut finished: Vec<_> = finished.into_iter().flatten().collect();
    finished.sort_by_key(|hook| hook.place);
    let mut effects = Effects::default();
    for hook in finished {
        effects = effects.merge(hook.effects);
        outcome.diagnostics.extend(hook.diagnostics);
        outcome.hooks.push(hook.entry);
    }
    let facts = Facts {
        any_ran: outcome
            .hooks
            .iter()
            .any(|entry| entry.status != Status::Skipped),
        worktree_gone: worktree_gone(&input),
    };
    settle(input.event().spec(), effects, facts, &mut outcome);
    outcome.duration_ms = milliseconds(started);
    outcome
}

impl Dispatch<'_> {
    /// Runs to the end; a cancellation only makes the hooks end sooner.
    async fn until_told_to_stop<T>(
        &self,
        options: &ExecuteOptions,
        running: impl Future<Output = T>,
    ) -> T {
        let cancelled = async {
            match &options.cancel {
                Some(token) => token.cancelled().await,
                None => std::future::pending().await,
            }
        };
        let mut running = std::pin::pin!(running);
        tokio::select! {
            // Who is told to stop before it began must not begin.
            biased;
            () = cancelled => {}
            () = self.engine.ending.cancelled() => {}
            finished = &mut running => return finished,
        }
        self.stop.cancel();
        running.await
    }
}

fn can_block(input: &Input) -> bool {
    match input.event().spec().never_blocks_when {
        Some((field, value)) => input.fields().text(field).as_deref() != Some(value),
        None => true,
    }
}

/// A failed removal is none if the directory is gone all the same.
fn worktree_gone(input: &Input) -> bool {
    if input.event().spec().on_block != OnBlock::FailRemoval {
        return false;
    }
    let text = |key| input.fields().text(key).unwrap_or_default();
    let path = Path::new(text("cwd").as_ref()).join(text("worktree_path").as_ref());
    // A folder that cannot be looked at is not gone.
    matches!(std::fs::symlink_metadata(path), Err(error) if error.kind() == ErrorKind::NotFound)
}

/// Milliseconds with three decimals: an in-process hook takes microseconds.
pub(crate) fn milliseconds(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
