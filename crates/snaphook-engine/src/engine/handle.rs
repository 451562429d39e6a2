//! A handle to the engine: cheap to clone, safe to share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::{ArcSwap, Guard};
use snaphook_core::event::Event;
use snaphook_core::input::{Fields, Input, InputError};
use snaphook_core::matching::Aliases;
use snaphook_core::permission::Destination;
use snaphook_core::recorder::Recorder;
use snaphook_exec::{Approver, Registry};
use snaphook_settings::Dialect;
use tokio::runtime::Handle;
use tokio::sync::broadcast;

use super::engine_shared::EngineShared;
use super::snapshot_data::SnapshotData;
use crate::permission::PermissionOptions;
use crate::progress::Progress;
use crate::session::{RunningHook, Session};

/// The hook engine. Cloning it gives another handle to the same engine.
///
/// Dispatches share nothing that one could hold while another waits; only the
/// number of processes that run at once is bounded.
#[derive(Clone)]
pub struct Engine(Arc<EngineHandle>);

/// The data that all clones of an [`Engine`] point to.
struct EngineHandle {
    shared: Arc<EngineShared>,
    /// What the settings say now. A dispatch takes it once, and keeps it.
    current: ArcSwap<SnapshotData>,
    /// A bit for each event about which they have anything to say: most have
    /// none, and then nothing need be taken.
    occupied: AtomicU64,
}

impl Engine {
    pub(super) fn new(data: SnapshotData) -> Self {
        Self(Arc::new(EngineHandle {
            shared: Arc::clone(&data.shared),
            occupied: AtomicU64::new(data.occupied()),
            current: ArcSwap::from_pointee(data),
        }))
    }

    /// Whether any hook could run on this event: ask before building a costly
    /// input. Exact about what is switched off and what is not trusted; a
    /// matcher or a condition may still say no. A closed engine has something
    /// to say about every event.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.is_closed() || self.snapshot_data().set.has(event)
    }

    /// Whether it was shut down, or is about to be. From then on it acts as a
    /// failed guard on every event: what a guard could have stopped is blocked.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.shared.running.is_closed()
    }

    /// The session of this id: made, unless somebody holds it already.
    #[must_use]
    pub fn session(&self, id: &str) -> Session {
        Session::of(self, id)
    }

    /// Whom hooks may ask.
    #[must_use]
    pub fn approver(&self) -> Option<Arc<dyn Approver>> {
        self.0.shared.approver.clone()
    }

    /// Returns the recorder that gets every dispatch.
    #[must_use]
    pub fn recorder(&self) -> Option<&Arc<dyn Recorder>> {
        self.0.shared.recorder.as_ref()
    }

    /// Returns what the host said about permissions.
    #[must_use]
    pub fn permission_options(&self) -> &PermissionOptions {
        &self.0.shared.permissions.options
    }

    /// Returns the names that mean the same tool.
    #[must_use]
    pub fn tool_aliases(&self) -> Aliases {
        self.snapshot_data().set.aliases().clone()
    }

    /// Returns whether changes of permissions for this destination can be written
    /// into a file.
    #[must_use]
    pub fn writes_permissions_to(&self, destination: Destination) -> bool {
        self.0.shared.destinations.has(destination)
    }

    /// Returns the file that changes of permissions for this destination are written
    /// into.
    #[must_use]
    pub fn permission_file(&self, destination: Destination) -> Option<PathBuf> {
        self.0.shared.destinations.file(destination)
    }

    /// Returns the file in which trust is kept.
    #[must_use]
    pub fn trust_file(&self) -> Option<&Path> {
        self.0.shared.trust.file()
    }

    /// Runs a future to its end, also when nobody waits for it: a shutdown of the
    /// engine does.
    pub fn spawn_on(&self, future: impl Future<Output = ()> + Send + 'static, runtime: &Handle) {
        self.0.shared.running.spawn_on(future, runtime);
    }

    /// Waits until a shutdown's patience is over, when everything that still runs
    /// for this engine is cancelled.
    pub async fn until_cancelled(&self) {
        self.0.shared.ending.cancelled().await;
    }

    /// What the settings say now: to be taken once for one dispatch or one
    /// answer, so that none sees a mixture.
    pub(crate) fn snapshot_data(&self) -> Guard<Arc<SnapshotData>> {
        self.0.current.load()
    }

    /// Works on other settings from now on.
    pub(crate) fn put_in(&self, data: SnapshotData) {
        // Never without a bit while either of the two has something to say.
        let occupied = data.occupied();
        self.0.occupied.fetch_or(occupied, Ordering::SeqCst);
        self.0.current.store(Arc::new(data));
        self.0.occupied.store(occupied, Ordering::SeqCst);
    }

    /// Whether the settings have neither hooks nor remarks for an event, and no
    /// recorder is set.
    #[inline]
    pub(crate) fn has_nothing_to_tell(&self, input: &Input) -> bool {
        let handle = &*self.0;
        handle.shared.recorder.is_none()
            && !handle.shared.running.is_closed()
            && !input.lacks_tool_name()
            && handle.shared.rules.has_adopted(input)
            && input.event().place().is_some_and(|place| {
                place < 64 && handle.occupied.load(Ordering::Acquire) & (1 << place) == 0
            })
    }

    pub(crate) fn shared(&self) -> &Arc<EngineShared> {
        &self.0.shared
    }

    /// What the engine does from now on, step by step. A display that falls
    /// far behind misses steps; it never holds the engine up.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Progress> {
        self.0.shared.watched()
    }

    /// The event of this name, as the engine's dialect or everybody calls it.
    #[must_use]
    pub fn event(&self, name: &str) -> Event {
        self.0.shared.rules.event(name)
    }

    /// The kinds of handlers that settings may use here, the host's own among them:
    /// `snaphook_schema::settings` makes a schema of them.
    #[must_use]
    pub fn kinds(&self) -> snaphook_core::kind::Kinds {
        self.snapshot_data().recipe.kinds.clone()
    }

    /// Which factory serves which type of hook here.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.snapshot_data().registry.clone()
    }

    /// An input in the words of the engine's dialect, as its agents write it.
    ///
    /// # Errors
    /// When it is not a JSON object, or names no event.
    pub fn read_input(&self, json: &str) -> Result<Input, InputError> {
        self.0.shared.rules.input(None, Fields::parse(json)?)
    }

    /// The dialect it speaks.
    #[must_use]
    pub fn dialect(&self) -> &Arc<dyn Dialect> {
        &self.0.shared.dialect
    }

    /// Ends the engine: from now on events run no hooks, and are blocked where a
    /// failed guard blocks them (see [`Engine::is_closed`]); dispatches that are
    /// under way, and background hooks, may finish within `patience` and are
    /// then cancelled. Returns when every process is gone: the hooks that were
    /// ended before they were done.
    pub async fn shutdown(&self, patience: Duration) -> Vec<RunningHook> {
        let shared = &self.0.shared;
        shared.running.close();
        let finished = tokio::time::timeout(patience, shared.running.wait()).await;
        let ended = shared.active();
        shared.ending.cancel();
        if finished.is_err() {
            shared.running.wait().await;
        }
        shared.retired.end_all().await;
        self.registry().close().await;
        shared.processes.all_reaped().await;
        ended
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("hooks", &self.snapshot_data().handlers.len())
            .finish_non_exhaustive()
    }
}
