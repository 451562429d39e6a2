//! One event on its way: select → run → judge → merge → outcome.

mod added;
mod awaited;
mod background;
mod caller;
mod clock;
mod closed;
mod env_file;
mod execution;
mod first_line;
mod functions;
mod lanes;
mod observed;
mod recorded;
mod rewritten;
mod run;
mod running;

use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use snaphook_core::Diagnostic;
use snaphook_core::event::OnBlock;
use snaphook_core::hook::HookId;
use snaphook_core::input::Input;
use snaphook_core::merge::{Effects, Facts, settle};
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_core::select::{Choice, Chosen, Selection, SkipReason};
use snaphook_exec::{Handler, InputLine};
use snaphook_trust::Standing;
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Span;

use crate::conditions::{ToolCall, holding};
use crate::engine::{ExecuteOptions, Inner, Watched};
use crate::progress::{PlannedHook, Progress};
use crate::session::{Measured, SessionHook, SessionNotice, SessionState};
pub(crate) use added::consider_added;
use added::select_added;
use awaited::Awaited;
pub(crate) use caller::Caller;
use caller::Passing;
use clock::Clock;
use execution::nothing_selected;
pub(crate) use execution::{Execution, On};
use lanes::{Lane, lanes};
use rewritten::hold_rewrite;

/// What the hooks of one dispatch share.
pub(crate) struct Dispatch<'a> {
    engine: &'a Arc<Inner>,
    session: &'a Arc<SessionState>,
    /// The session's own hooks, as they were when the event came.
    added: &'a [Arc<SessionHook>],
    number: u64,
    input: &'a Arc<Input>,
    /// Whether a block would take effect at all.
    can_block: bool,
    clock: Clock,
    /// Set when background hooks are waited for.
    awaited: Option<Arc<Awaited>>,
    stop: CancellationToken,
    /// Hooks that look at a call again.
    again: &'a [HookId],
    /// What the spans of its hooks are children of.
    span: &'a Span,
}

/// An event that was fired, and what it selects among the configured hooks.
struct Fired<'a> {
    /// The settings it meets, from its beginning to its end.
    engine: Arc<Inner>,
    caller: Caller<'a>,
    input: Input,
    options: ExecuteOptions,
    selected: Option<Arc<Selection>>,
    measured: Measured<'a>,
    /// Held until the dispatch is over: a shutdown waits for it.
    running: TaskTrackerToken,
}

/// Runs one event.
async fn run_event(fired: Fired<'_>, span: &Span) -> Outcome {
    let Fired {
        engine,
        caller,
        input,
        options,
        selected: configured,
        mut measured,
        running: _running,
    } = fired;
    let engine = &engine;
    let passing;
    let session = match caller.session {
        Some(session) => session,
        None => {
            passing = Passing::default();
            &passing.0
        }
    };
    let added = session.hooks();
    let extra = select_added(engine, &added, configured.as_deref(), &input);
    // Its token is held: a shutdown that begins from here on waits for it.
    let closed = engine.running.is_closed();
    if configured.is_none() && extra.own.is_empty() && !closed {
        let mut outcome = nothing_selected(engine, caller, &input);
        outcome.duration_ms = in_milliseconds(measured.stop(Instant::now()));
        return outcome;
    }
    let mut outcome = engine.begin(&input);
    let selection = configured.unwrap_or_default();
    outcome
        .diagnostics
        .extend(selection.diagnostics.iter().cloned());

    let input = Arc::new(input);
    let call = ToolCall::new(&input, engine.set.aliases(), &engine.surroundings);
    let with_rules = selection
        .chosen
        .iter()
        .map(|chosen| {
            let rule = engine.conditions.rule(chosen.place);
            (extra.with_options(chosen), rule)
        })
        .chain(
            extra
                .own
                .iter()
                .map(|(chosen, hook)| (chosen, hook.rule.as_ref())),
        )
        .collect();
    let chosen = holding(with_rules, &call);
    let dispatch = Dispatch {
        engine,
        session,
        added: &added,
        number: engine.dispatch_number(),
        input: &input,
        can_block: can_block(&input),
        clock: Clock::start(input.event().spec(), &chosen, &engine.surroundings),
        awaited: caller.waits.then(Awaited::new),
        stop: CancellationToken::new(),
        again: caller.again,
        span,
    };
    outcome.dispatch = NonZeroU64::new(dispatch.number);
    let planned = lanes(&chosen, engine.strategy, |chosen| match chosen.choice {
        Choice::Run if closed => Choice::Skip(SkipReason::ShuttingDown),
        Choice::Run if dispatch.is_used_up(chosen) => Choice::Skip(SkipReason::Once),
        Choice::Skip(SkipReason::Untrusted) if dispatch.was_trusted(chosen) => {
            Choice::Skip(SkipReason::Changed)
        }
        choice => choice,
    });
    engine.tell(|| Progress::Planned {
        dispatch: dispatch.number,
        event: input.event().name().clone(),
        hooks: planned
            .iter()
            .flat_map(Lane::to_run)
            .map(|chosen| PlannedHook::from(&*chosen.hook))
            .collect(),
    });

    let line = Arc::new(InputLine::new(Arc::clone(&input), engine.rules.names));
    let running = join_all(planned.iter().map(|lane| lane.run(&dispatch, &line)));
    let finished = dispatch.until_told_to_stop(&options, running).await;

    // Whatever order they finished in, they merge in configured order.
    let mut finished: Vec<_> = finished.into_iter().flatten().collect();
    finished.sort_by_key(|hook| hook.place);
    let mut said = Vec::with_capacity(finished.len());
    for hook in finished {
        session.set_env(hook.entry.scope, hook.env);
        outcome.hooks.push(hook.entry);
        said.push((hook.effects, hook.diagnostics));
    }
    if closed || engine.ending.is_cancelled() {
        said.push(closed::closed(engine, &input));
    }
    settle_all(said, &input, &mut outcome);
    hold_rewrite(engine, &input, &mut outcome);
    session.note_stop(&mut outcome, &engine.stop_caps);
    session.note_watched(&outcome);
    if let Some(awaited) = &dispatch.awaited {
        let notices = awaited.wait(&options).await;
        let notices = notices.iter().map(SessionNotice::to_notice);
        outcome.notices.extend(notices);
    }
    outcome.duration_ms = in_milliseconds(measured.stop(Instant::now()));
    outcome
}

/// Draws the conclusions of what hooks said, in configured order.
fn settle_all(
    said: impl IntoIterator<Item = (Effects, Vec<Diagnostic>)>,
    input: &Input,
    outcome: &mut Outcome,
) {
    let mut effects = Effects::default();
    for (of_hook, diagnostics) in said {
        effects = effects.merge(of_hook);
        outcome.diagnostics.extend(diagnostics);
    }
    let facts = facts(input, outcome);
    settle(input.event().spec(), effects, facts, outcome);
}

/// What the world looks like when the hooks have run.
fn facts(input: &Input, outcome: &Outcome) -> Facts {
    Facts {
        any_ran: outcome.hooks.iter().any(HookEntry::took_part),
        worktree_gone: worktree_gone(input),
    }
}

impl Dispatch<'_> {
    /// The handler of a chosen hook: a configured one's, or the session's. The
    /// definition whose options hold is the one that runs.
    fn handler(&self, chosen: &Chosen) -> Option<Arc<dyn Handler>> {
        match self.engine.handlers.get(chosen.options_from) {
            Some(handler) => handler.clone(),
            None => self
                .added_hook(chosen.options_from)
                .and_then(|hook| hook.handler.clone()),
        }
    }

    /// What tells whether the definition that runs still is what was trusted.
    fn watch(&self, chosen: &Chosen) -> Option<&Arc<Watched>> {
        match self.added_hook(chosen.options_from) {
            Some(added) => added.watch.as_ref(),
            None => self.engine.watch(chosen.options_from),
        }
    }

    fn is_used_up(&self, chosen: &Chosen) -> bool {
        let id = &chosen.hook.id;
        chosen.hook.once && !self.again.contains(id) && self.session.is_used_up(id)
    }

    /// Whether a hook is no longer what was trusted when the event came.
    fn has_changed(&self, chosen: &Chosen) -> bool {
        let watch = self.watch(chosen);
        watch.is_some_and(|watch| !watch.holds_for(self.input.fields()))
    }

    /// Whether a hook that nobody trusts is one that was trusted before.
    fn was_trusted(&self, chosen: &Chosen) -> bool {
        let standing = match self.added_hook(chosen.place) {
            Some(added) => added.standing.as_ref(),
            None => self.engine.judged.standings.get(&chosen.hook.id),
        };
        matches!(standing, Some(Standing::Changed(_)))
    }

    fn added_hook(&self, place: usize) -> Option<&SessionHook> {
        let index = place.checked_sub(self.engine.handlers.len())?;
        self.added.get(index).map(|hook| &**hook)
    }

    /// What a hook's success means for the session.
    fn note_success(&self, chosen: &Chosen, entry: &HookEntry) {
        if chosen.hook.once {
            self.session.use_up(&chosen.hook.id);
        }
        if let Some(on_success) = self
            .added_hook(chosen.place)
            .and_then(|hook| hook.on_success.as_ref())
        {
            on_success(entry);
        }
    }

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
        let ending = &self.engine.ending;
        let mut running = std::pin::pin!(running);
        // Who is told to stop before it began must not begin.
        if !options.is_cancelled() && !ending.is_cancelled() {
            tokio::select! {
                // In this order hooks that answer at once leave the token, which
                // all dispatches share, alone.
                biased;
                finished = &mut running => return finished,
                () = cancelled => {}
                () = ending.cancelled() => {}
            }
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
pub(crate) fn in_milliseconds(time: Duration) -> f64 {
    let micros = time.as_secs() * 1_000_000 + u64::from(time.subsec_nanos() + 500) / 1000;
    micros as f64 / 1e3
}
