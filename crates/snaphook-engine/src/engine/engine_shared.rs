//! What lives as long as the engine, whatever its settings say.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use snaphook_core::dialect::{Rules, Strategy};
use snaphook_core::hook::{Hook, HookId};
use snaphook_core::recorder::Recorder;
use snaphook_exec::{Approver, Processes, Surroundings};
use snaphook_rules::facts::ExpressionLanguage;
use snaphook_settings::{Dialect, HeldContent, LoadContext, Sources};
use tokio::sync::{Semaphore, broadcast};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::ended::Observers;
use super::load::{NamedSettings, SettingsRead, read_all};
use super::recipe::Recipe;
use super::reload_report::ReloadReport;
use super::retired::RetiredFactories;
use super::trust::Trust;
use crate::context::Context;
use crate::permission::{Destinations, EnginePermissions, PermissionOptions};
use crate::progress::Progress;
use crate::session::{RunningHook, SessionState, Sessions};

/// Steps of progress that a slow display may lag behind before it misses some.
const PROGRESS_BUFFER: usize = 1024;

/// Reloads that a slow listener may lag behind before it misses some.
const RELOADS_BUFFER: usize = 64;

/// Rows of configured groups are counted from 1; those of sessions from here,
/// so that settings which are loaded anew share none with them.
const SESSION_ROWS: u32 = 1 << 31;

/// What lives as long as the engine. Nothing in it changes but counters.
pub(crate) struct EngineShared {
    pub(crate) recipe: Recipe,
    pub(crate) surroundings: Arc<Surroundings>,
    pub(crate) state_dir: Option<PathBuf>,
    pub(crate) processes: Arc<Processes>,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    /// The recorders that get every dispatch.
    pub(crate) recorder: Option<Arc<dyn Recorder>>,
    pub(crate) sessions: Sessions,
    /// How many hooks may run in the background at once.
    pub(crate) background: Arc<Semaphore>,
    /// Run `async` hooks as ordinary ones.
    pub(crate) force_sync: bool,
    /// Wait for background hooks before an event is over.
    pub(crate) wait_for_background: bool,
    pub(crate) strategy: Strategy,
    /// The language of `when`.
    pub(crate) condition_language: Option<&'static dyn ExpressionLanguage>,
    pub(crate) dialect: Arc<dyn Dialect>,
    /// The dialect's rules.
    pub(crate) rules: &'static Rules,
    pub(crate) trust: Trust,
    /// There once somebody has subscribed: its buffer is large, and to count who
    /// watches takes a lock that all dispatches share.
    progress: OnceLock<broadcast::Sender<Progress>>,
    /// Anyone who wants to know of every hook that ended.
    pub(crate) observers: Observers,
    next_dispatch: AtomicU64,
    pub(crate) running: TaskTracker,
    /// Running hooks, in every session.
    active: Mutex<Vec<RunningHook>>,
    /// Cancelled when the time limit of a shutdown is over.
    pub(crate) ending: CancellationToken,
    /// Reloads take turns.
    pub(crate) reloading: Semaphore,
    /// Tells what came of reloads.
    pub(crate) reloads: broadcast::Sender<Arc<ReloadReport>>,
    /// What handlers of replaced settings keep running.
    pub(crate) retired: RetiredFactories,
    /// What pipes among the named files held: it cannot be read again.
    pub(crate) passing: HashMap<PathBuf, HeldContent>,
    /// What the host says of permissions, and what changed since settings were
    /// read.
    pub(crate) permissions: EnginePermissions,
    /// Where changes of settings are written.
    pub(crate) destinations: Destinations,
    /// The last row that a group of a session has.
    last_row: AtomicU32,
}

/// What else the builder was told, or the defaults.
pub(super) struct HostOptions {
    pub(super) background: usize,
    pub(super) force_sync: bool,
    pub(super) wait_for_background: bool,
    pub(super) approver: Option<Arc<dyn Approver>>,
    pub(super) recorder: Option<Arc<dyn Recorder>>,
    /// `None`: as the dialect has it.
    pub(super) strategy: Option<Strategy>,
    pub(super) conditions: Option<&'static dyn ExpressionLanguage>,
    pub(super) permissions: PermissionOptions,
}

impl EngineShared {
    pub(super) fn new(
        recipe: Recipe,
        context: Context,
        dialect: Arc<dyn Dialect>,
        trust: Trust,
        processes: Arc<Processes>,
        options: HostOptions,
    ) -> Self {
        let rules = dialect.rules();
        Self {
            destinations: Destinations::of(recipe.places.as_ref()),
            recipe,
            state_dir: context.state().map(Path::to_owned),
            surroundings: Arc::new(context.into_surroundings(rules)),
            processes,
            approver: options.approver,
            recorder: options.recorder,
            sessions: Sessions::default(),
            background: Arc::new(Semaphore::new(
                options.background.clamp(1, Semaphore::MAX_PERMITS),
            )),
            force_sync: options.force_sync,
            wait_for_background: options.wait_for_background,
            condition_language: options.conditions,
            strategy: options.strategy.unwrap_or(rules.strategy),
            dialect,
            rules,
            trust,
            progress: OnceLock::new(),
            observers: Observers::default(),
            next_dispatch: AtomicU64::new(1),
            running: TaskTracker::new(),
            active: Mutex::default(),
            ending: CancellationToken::new(),
            reloading: Semaphore::new(1),
            reloads: broadcast::Sender::new(RELOADS_BUFFER),
            retired: RetiredFactories::default(),
            passing: HashMap::new(),
            permissions: EnginePermissions::new(options.permissions),
            last_row: AtomicU32::new(SESSION_ROWS),
        }
    }

    /// Reads the settings, where `sources` has nothing to say from disk.
    pub(crate) fn read(&self, sources: Sources) -> SettingsRead {
        read_all(
            &self.recipe,
            LoadContext::of(Arc::clone(&self.dialect)),
            sources,
        )
    }

    /// The settings files that the host named.
    pub(super) fn named_files(&self) -> impl Iterator<Item = &Path> {
        let named = self.recipe.named.iter();
        named.filter_map(|named| match named {
            NamedSettings::File(path) => Some(path.as_path()),
            NamedSettings::Text(_) => None,
        })
    }

    /// Keeps what cannot be read again.
    pub(super) fn keep_passing(&mut self, read: &SettingsRead) {
        let files = read.sources.read_files().iter();
        let passing = files.filter(|(_, source)| source.passing);
        let passing = passing.map(|(path, source)| (path.clone(), source.content.clone()));
        self.passing = passing.collect();
    }

    /// Gives the groups of a file that was read by itself rows of their own.
    pub(crate) fn renumber_rows(&self, hooks: &mut [Hook]) {
        let own = hooks.iter().filter_map(|hook| hook.row).max();
        let own = own.unwrap_or_default();
        let before = self.last_row.fetch_add(own, Ordering::Relaxed);
        for hook in hooks {
            hook.row = hook.row.map(|row| before.wrapping_add(row));
        }
    }

    pub(crate) fn dispatch_number(&self) -> u64 {
        self.next_dispatch.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether a shutdown's patience is over. Nobody ends what is not closed: so
    /// most events need not look at the token, which all of them share.
    pub(crate) fn is_ending(&self) -> bool {
        self.running.is_closed() && self.ending.is_cancelled()
    }

    /// A hook of a session started. Anyone who holds the result says when it ended.
    pub(crate) fn started<'a>(
        &'a self,
        session: &'a SessionState,
        hook: RunningHook,
    ) -> impl Drop + use<'a> {
        let ended = ActiveHook {
            engine: self,
            session,
            dispatch: hook.dispatch,
            hook: hook.hook.clone(),
        };
        self.lock_active().push(hook.clone());
        session.started(hook);
        ended
    }

    /// Running hooks, in every session.
    pub(super) fn active(&self) -> Vec<RunningHook> {
        self.lock_active().clone()
    }

    fn lock_active(&self) -> MutexGuard<'_, Vec<RunningHook>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new watcher of what the engine does.
    pub(super) fn watched(&self) -> broadcast::Receiver<Progress> {
        let progress = self
            .progress
            .get_or_init(|| broadcast::Sender::new(PROGRESS_BUFFER));
        progress.subscribe()
    }

    /// Those who watch what it does, if anybody does.
    pub(crate) fn watchers(&self) -> Option<&broadcast::Sender<Progress>> {
        let progress = self.progress.get()?;
        (progress.receiver_count() > 0).then_some(progress)
    }

    /// Tells those who watch, if anybody does.
    pub(crate) fn report_progress(&self, progress: impl FnOnce() -> Progress) {
        if let Some(watchers) = self.watchers() {
            // An error means that the last watcher has just gone.
            let _ = watchers.send(progress());
        }
    }
}

/// A hook that runs; dropped when it has ended, or nobody waits any more.
struct ActiveHook<'a> {
    engine: &'a EngineShared,
    session: &'a SessionState,
    dispatch: u64,
    hook: HookId,
}

impl Drop for ActiveHook<'_> {
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
