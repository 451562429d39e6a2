//! A handle to the engine: cheap to clone, safe to share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use snaphook_core::dialect::{Rules, Strategy};
use snaphook_core::event::Event;
use snaphook_core::hook::{Hook, HookId};
use snaphook_core::input::{Common, Fields, Input, InputError};
use snaphook_core::outcome::Outcome;
use snaphook_core::recorder::Recorder;
use snaphook_core::select::{Choice, HookSet, Selection};
use snaphook_exec::{Approver, Handler, Processes, Registry, Surroundings};
use snaphook_settings::{Dialect, Finding, Loading};
use tokio::sync::{Semaphore, broadcast};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::builder::{EngineBuilder, host_types};
use super::diagnostics::LoadDiagnostics;
use super::helper::Helpers;
use super::load::Loaded;
use super::permission_settings::Trusted;
use super::trust::{Judged, Trust};
use super::watched::Watched;
use crate::conditions::Conditions;
use crate::context::Context;
use crate::dispatch::dispatch;
use crate::explain::{Explanation, explain};
use crate::gate::ToolCall;
use crate::permission::{Decision, Destinations, EnginePermissions};
use crate::progress::Progress;
use crate::session::{RunningHook, Session, SessionState, Sessions};

/// Steps of progress that a slow display may lag behind before it misses some.
const PROGRESS_BUFFER: usize = 1024;

/// The hook engine. Cloning it gives another handle to the same engine.
///
/// Dispatches share nothing that one could hold while another waits; only the
/// number of processes that run at once is bounded.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

/// What one call of [`Engine::execute_with`] may be told.
#[derive(Debug, Clone, Default)]
pub struct ExecuteOptions {
    /// Cancelling this ends the dispatch: its processes are ended, and its
    /// hooks are reported as cancelled.
    pub cancel: Option<CancellationToken>,
}

/// What else the builder was told, or the defaults.
pub(super) struct Limits {
    pub(super) background: usize,
    pub(super) force_sync: bool,
    pub(super) stop_cap: u32,
    pub(super) approver: Option<Arc<dyn Approver>>,
    pub(super) recorder: Option<Arc<dyn Recorder>>,
    pub(super) helpers: Helpers,
}

/// What all handles share. Nothing in it changes but counters.
pub(crate) struct Inner {
    pub(crate) set: HookSet,
    /// By place in the set; none for a guard that could not be loaded.
    pub(crate) handlers: Vec<Option<Arc<dyn Handler>>>,
    pub(crate) conditions: Conditions,
    /// Every configured hook, also those that are switched off, in the order
    /// in which they merge.
    pub(crate) configured: Vec<Arc<Hook>>,
    pub(crate) surroundings: Arc<Surroundings>,
    pub(crate) state_dir: Option<PathBuf>,
    pub(crate) processes: Arc<Processes>,
    /// Makes handlers for hooks that sessions add.
    pub(crate) registry: Registry,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    /// Who is told of every dispatch.
    pub(crate) recorder: Option<Arc<dyn Recorder>>,
    pub(crate) helpers: Helpers,
    pub(crate) sessions: Sessions,
    /// How many hooks may run in the background at once.
    pub(crate) background: Arc<Semaphore>,
    /// Wait for background hooks before an event is over.
    pub(crate) force_sync: bool,
    /// Blocks of a stop in a row that are honoured.
    pub(crate) stop_cap: u32,
    pub(crate) strategy: Strategy,
    pub(crate) dialect: Arc<dyn Dialect>,
    /// The dialect's rules.
    pub(crate) rules: &'static Rules,
    pub(crate) diagnostics: LoadDiagnostics,
    pub(crate) progress: broadcast::Sender<Progress>,
    pub(crate) next_dispatch: AtomicU64,
    pub(crate) running: TaskTracker,
    /// Hooks that run now, in every session.
    active: Mutex<Vec<RunningHook>>,
    /// Cancelled when a shutdown's patience is over.
    pub(crate) ending: CancellationToken,
    pub(super) findings: Vec<Finding>,
    /// What was loaded, beside its hooks.
    pub(crate) loaded: Loaded,
    pub(crate) trust: Trust,
    pub(crate) judged: Judged,
    /// By place in the set: what tells whether a hook still is what was trusted.
    watches: Vec<Option<Arc<Watched>>>,
    /// The last row that a group has.
    last_row: AtomicU32,
    /// What the settings say of permissions, as far as it is trusted.
    pub(crate) permission_settings: Trusted,
    /// What the host says of them, and what changed since.
    pub(crate) permissions: EnginePermissions,
    /// Where changes of settings are written.
    pub(crate) destinations: Destinations,
}

impl Inner {
    #[expect(clippy::too_many_arguments, reason = "only the builder calls it, once")]
    pub(super) fn new(
        set: HookSet,
        handlers: Vec<Option<Arc<dyn Handler>>>,
        configured: Vec<Arc<Hook>>,
        context: Context,
        processes: Arc<Processes>,
        limits: Limits,
        registry: Registry,
        strategy: Strategy,
        dialect: Arc<dyn Dialect>,
        diagnostics: LoadDiagnostics,
        findings: Vec<Finding>,
        loaded: Loaded,
        trust: Trust,
        judged: Judged,
        permission_settings: Trusted,
        permissions: EnginePermissions,
        destinations: Destinations,
    ) -> Self {
        let all = set.all();
        let watch = |hook: &Arc<Hook>| judged.watches.get(&hook.id).cloned();
        Self {
            watches: match judged.watches.is_empty() {
                true => Vec::new(),
                false => all.iter().map(watch).collect(),
            },
            last_row: AtomicU32::new(last_row(configured.iter().map(|hook| hook.row))),
            conditions: Conditions::of(&all, &*dialect),
            set,
            handlers,
            configured,
            state_dir: context.state().map(Path::to_owned),
            surroundings: Arc::new(context.into_surroundings(dialect.rules())),
            processes,
            registry,
            approver: limits.approver,
            recorder: limits.recorder,
            helpers: limits.helpers,
            sessions: Sessions::default(),
            background: Arc::new(Semaphore::new(
                limits.background.clamp(1, Semaphore::MAX_PERMITS),
            )),
            force_sync: limits.force_sync,
            stop_cap: limits.stop_cap,
            strategy,
            rules: dialect.rules(),
            dialect,
            diagnostics,
            progress: broadcast::Sender::new(PROGRESS_BUFFER),
            next_dispatch: AtomicU64::new(1),
            running: TaskTracker::new(),
            active: Mutex::default(),
            ending: CancellationToken::new(),
            findings,
            loaded,
            trust,
            judged,
            permission_settings,
            permissions,
            destinations,
        }
    }

    /// How settings that come later are read.
    pub(crate) fn loading(&self) -> Loading {
        Loading::of(Arc::clone(&self.dialect)).host_types(host_types(&self.registry))
    }

    /// Gives the groups of a file that was read by itself rows of their own.
    pub(crate) fn renumber_rows(&self, hooks: &mut [Hook]) {
        let own = last_row(hooks.iter().map(|hook| hook.row));
        let before = self.last_row.fetch_add(own, Ordering::Relaxed);
        for hook in hooks {
            hook.row = hook.row.map(|row| before.wrapping_add(row));
        }
    }

    /// What tells whether the configured hook at this place still is what was
    /// trusted; nothing for one that needs nobody's trust.
    pub(crate) fn watch(&self, place: usize) -> Option<&Watched> {
        self.watches.get(place)?.as_deref()
    }

    /// The configured hooks that this input selects, as far as they still are
    /// what was trusted.
    pub(crate) fn select(&self, input: &Input) -> Option<Arc<Selection>> {
        let selection = self.set.select(input)?;
        let changed = self.changed(&selection, input);
        if changed.is_empty() {
            return Some(selection);
        }
        self.set.select_without(input, &changed).map(Arc::new)
    }

    /// The places of hooks that a selection would run, as themselves or by their
    /// options, and that are no longer what was trusted.
    pub(crate) fn changed(&self, selection: &Selection, input: &Input) -> Vec<usize> {
        if self.watches.is_empty() {
            return Vec::new();
        }
        let running = selection.chosen.iter();
        running
            .filter(|chosen| chosen.choice == Choice::Run)
            .flat_map(|chosen| std::iter::once(chosen.place).chain(chosen.copies.iter().copied()))
            .filter(|place| {
                let watch = self.watch(*place);
                watch.is_some_and(|watch| !watch.holds_for(input.fields()))
            })
            .collect()
    }

    pub(crate) fn dispatch_number(&self) -> u64 {
        self.next_dispatch.fetch_add(1, Ordering::Relaxed)
    }

    /// A hook of a session started. Whoever holds the result says when it ended.
    pub(crate) fn started<'a>(
        &'a self,
        session: &'a SessionState,
        hook: RunningHook,
    ) -> impl Drop + use<'a> {
        let ended = Active {
            engine: self,
            session,
            dispatch: hook.dispatch,
            hook: hook.hook.clone(),
        };
        self.lock_active().push(hook.clone());
        session.started(hook);
        ended
    }

    fn lock_active(&self) -> MutexGuard<'_, Vec<RunningHook>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells those who watch, if anybody does.
    pub(crate) fn tell(&self, progress: impl FnOnce() -> Progress) {
        if self.progress.receiver_count() > 0 {
            // An error means that the last watcher has just gone.
            let _ = self.progress.send(progress());
        }
    }
}

impl Engine {
    pub(super) fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// Starts an engine.
    #[must_use]
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Whether any hook could run on this event: ask before building a costly
    /// input. Exact about what is switched off and what is not trusted; a
    /// matcher or a condition may still say no.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.0.set.has(event)
    }

    /// Runs the hooks of one event and merges what they say, outside any
    /// session: it waits for background hooks, too, and what they say is among
    /// the outcome's notices.
    ///
    /// Dropping the future ends the hooks it started.
    pub async fn execute(&self, input: Input) -> Outcome {
        self.execute_with(input, ExecuteOptions::default()).await
    }

    /// The same, with options.
    pub async fn execute_with(&self, input: Input, options: ExecuteOptions) -> Outcome {
        let passing = Passing(Arc::default());
        dispatch(&self.0, &passing.0, input, &options, true).await
    }

    /// Decides whether a tool call may run: hooks, rules, mode, hooks again, a
    /// person (see [`permission`](crate::permission)). In the session that
    /// `common` names; hold it ([`Engine::session`]), if what is said for the
    /// session is to last.
    pub async fn authorize(&self, common: &Common, call: ToolCall) -> Decision {
        self.session(&common.session_id)
            .authorize(common, call)
            .await
    }

    /// The session of this id: made, unless somebody holds it already.
    #[must_use]
    pub fn session(&self, id: &str) -> Session {
        Session::of(self, id)
    }

    /// Whom hooks may ask.
    #[must_use]
    pub fn approver(&self) -> Option<Arc<dyn Approver>> {
        self.0.approver.clone()
    }

    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.0
    }

    /// What the engine does from now on, step by step. A display that falls
    /// far behind misses steps; it never holds the engine up.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Progress> {
        self.0.progress.subscribe()
    }

    /// What would run on this input, and why every other hook would not.
    /// Nothing is run.
    #[must_use]
    pub fn explain(&self, input: &Input) -> Explanation {
        explain(&self.0, None, input)
    }

    /// The event of this name, as the engine's dialect or everybody calls it.
    #[must_use]
    pub fn event(&self, name: &str) -> Event {
        self.0.rules.event(name)
    }

    /// Which factory serves which type of hook here.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// An input in the words of the engine's dialect, as its agents write it.
    ///
    /// # Errors
    /// When it is not a JSON object, or names no event.
    pub fn read_input(&self, json: &str) -> Result<Input, InputError> {
        self.0.rules.input(None, Fields::parse(json)?)
    }

    /// The dialect it speaks.
    #[must_use]
    pub fn dialect(&self) -> &Arc<dyn Dialect> {
        &self.0.dialect
    }

    /// Ends the engine: from now on events run no hooks; dispatches that are
    /// under way, and background hooks, may finish within `patience` and are
    /// then cancelled. Returns when every process is gone: the hooks that were
    /// ended before they were done.
    pub async fn shutdown(&self, patience: Duration) -> Vec<RunningHook> {
        self.0.running.close();
        let finished = tokio::time::timeout(patience, self.0.running.wait()).await;
        let ended = self.0.lock_active().clone();
        self.0.ending.cancel();
        if finished.is_err() {
            self.0.running.wait().await;
        }
        self.0.registry.close().await;
        self.0.processes.all_reaped().await;
        ended
    }
}

/// The last row of some hooks; rows are counted from 1.
fn last_row(rows: impl Iterator<Item = Option<u32>>) -> u32 {
    rows.flatten().max().unwrap_or_default()
}

/// A hook that runs; dropped when it has ended, or nobody waits any more.
struct Active<'a> {
    engine: &'a Inner,
    session: &'a SessionState,
    dispatch: u64,
    hook: HookId,
}

impl Drop for Active<'_> {
    fn drop(&mut self) {
        let mut active = self.engine.lock_active();
        let at = active
            .iter()
            .position(|hook| hook.dispatch == self.dispatch && hook.hook == self.hook);
        if let Some(at) = at {
            active.swap_remove(at);
        }
        drop(active);
        self.session.finished(self.dispatch, &self.hook);
    }
}

/// The state of an event outside any session; its background hooks end when
/// nobody waits for the event any more.
struct Passing(Arc<SessionState>);

impl Drop for Passing {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("hooks", &self.0.handlers.len())
            .finish_non_exhaustive()
    }
}
