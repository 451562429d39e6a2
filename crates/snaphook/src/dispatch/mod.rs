//! One event on its way: select → run → judge → merge → outcome.

mod added;
mod awaited;
mod background;
mod clock;
mod env_file;
mod first_line;
mod lanes;
mod observed;
mod recorded;
mod run;
mod running;

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::join_all;
use snaphook_core::event::OnBlock;
use snaphook_core::input::Input;
use snaphook_core::merge::{Effects, Facts, settle};
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_core::select::{Choice, Chosen, SkipReason};
use snaphook_exec::{Handler, InputLine};
use snaphook_trust::Standing;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use crate::conditions::{ToolCall, holding};
use crate::engine::{ExecuteOptions, Inner, Watched};
use crate::progress::{PlannedHook, Progress};
use crate::session::{SessionHook, SessionNotice, SessionState};
pub(crate) use added::consider_added;
use added::select_added;
use awaited::Awaited;
use clock::Clock;
use lanes::{Lane, lanes};
pub(crate) use observed::dispatch;

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
    /// What the spans of its hooks are children of.
    span: &'a Span,
}

/// Runs one event of a session.
async fn run_event(
    engine: &Arc<Inner>,
    session: &Arc<SessionState>,
    input: Input,
    options: &ExecuteOptions,
    waits: bool,
    span: &Span,
) -> Outcome {
    let started = Instant::now();
    let input = engine.rules.adopt_input(input);
    let mut outcome = Outcome::go_on(input.event());
    outcome.diagnostics = engine.diagnostics.for_event(input.event().name());
    let added = session.hooks();
    let configured = engine.select(&input);
    let extra = select_added(engine, &added, configured.as_deref(), &input);
    if configured.is_none() && extra.own.is_empty() {
        session.note_stop(&mut outcome, engine.stop_cap);
        outcome.duration_ms = milliseconds(started);
        return outcome;
    }
    let selection = configured.unwrap_or_default();
    outcome
        .diagnostics
        .extend(selection.diagnostics.iter().cloned());

    // Held until the dispatch is over: a shutdown waits for it.
    let _running = engine.running.token();
    let closed = engine.running.is_closed();
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
        awaited: waits.then(Awaited::new),
        stop: CancellationToken::new(),
        span,
    };
    outcome.dispatch = Some(dispatch.number);
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
    let finished = dispatch.until_told_to_stop(options, running).await;

    // Whatever order they finished in, they merge in configured order.
    let mut finished: Vec<_> = finished.into_iter().flatten().collect();
    finished.sort_by_key(|hook| hook.place);
    let mut effects = Effects::default();
    for hook in finished {
        session.set_env(hook.env);
        effects = effects.merge(hook.effects);
        outcome.diagnostics.extend(hook.diagnostics);
        outcome.hooks.push(hook.entry);
    }
    let facts = Facts {
        any_ran: outcome.hooks.iter().any(HookEntry::took_part),
        worktree_gone: worktree_gone(&input),
    };
    settle(input.event().spec(), effects, facts, &mut outcome);
    session.note_stop(&mut outcome, engine.stop_cap);
    session.note_watched(&outcome);
    if let Some(awaited) = &dispatch.awaited {
        let notices = awaited.wait(options).await;
        let notices = notices.iter().map(SessionNotice::to_notice);
        outcome.notices.extend(notices);
    }
    outcome.duration_ms = milliseconds(started);
    outcome
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
    fn watch(&self, chosen: &Chosen) -> Option<&Watched> {
        match self.added_hook(chosen.options_from) {
            Some(added) => added.watch.as_deref(),
            None => self.engine.watch(chosen.options_from),
        }
    }

    fn is_used_up(&self, chosen: &Chosen) -> bool {
        chosen.hook.once && self.session.is_used_up(&chosen.hook.id)
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
        let told = options
            .cancel
            .as_ref()
            .is_some_and(|token| token.is_cancelled());
        if !told && !ending.is_cancelled() {
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
pub(crate) fn milliseconds(since: Instant) -> f64 {
    (since.elapsed().as_secs_f64() * 1e6).round() / 1e3
}
