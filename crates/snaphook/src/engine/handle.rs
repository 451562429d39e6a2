//! A handle to the engine: cheap to clone, safe to share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::{ArcSwap, Guard};
use snaphook_core::event::Event;
use snaphook_core::input::{Common, Fields, Input, InputError};
use snaphook_core::outcome::Outcome;
use snaphook_exec::{Approver, Registry};
use snaphook_settings::Dialect;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::builder::EngineBuilder;
use super::inner::Inner;
use super::lasting::Lasting;
use crate::dispatch::{Caller, SettingsAt, execute};
use crate::explain::{Explanation, explain};
use crate::gate::ToolCall;
use crate::permission::Decision;
use crate::progress::Progress;
use crate::session::{RunningHook, Session};

/// The hook engine. Cloning it gives another handle to the same engine.
///
/// Dispatches share nothing that one could hold while another waits; only the
/// number of processes that run at once is bounded.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

/// What one call of [`Engine::execute_with`] may be told.
#[derive(Debug, Clone, Default)]
pub struct ExecuteOptions {
    /// Cancelling this ends the dispatch: its processes are ended, and its
    /// hooks are reported as cancelled.
    pub cancel: Option<CancellationToken>,
}

/// What all handles share.
struct Shared {
    lasting: Arc<Lasting>,
    /// What the settings say now. A dispatch takes it once, and keeps it.
    current: ArcSwap<Inner>,
    /// A bit for each event about which they have anything to say: most have
    /// none, and then nothing need be taken.
    occupied: AtomicU64,
}

impl Engine {
    pub(super) fn new(inner: Inner) -> Self {
        Self(Arc::new(Shared {
            lasting: Arc::clone(&inner.lasting),
            occupied: AtomicU64::new(inner.occupied()),
            current: ArcSwap::from_pointee(inner),
        }))
    }

    /// Starts an engine.
    #[must_use]
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Whether any hook could run on this event: ask before building a costly
    /// input. Exact about what is switched off and what is not trusted; a
    /// matcher or a condition may still say no. A closed engine has something
    /// to say about every event.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.is_closed() || self.inner().set.has(event)
    }

    /// Whether it was shut down, or is about to be. From then on it acts as a
    /// failed guard on every event: what a guard could have stopped is blocked.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.lasting.running.is_closed()
    }

    /// Runs the hooks of one event and merges what they say, outside any
    /// session: it waits for background hooks, too, and what they say is among
    /// the outcome's notices.
    ///
    /// Dropping the future ends the hooks it started.
    pub fn execute(&self, input: Input) -> impl Future<Output = Outcome> + Send + '_ {
        self.execute_with(input, ExecuteOptions::default())
    }

    /// The same, with options.
    pub fn execute_with(
        &self,
        input: Input,
        options: ExecuteOptions,
    ) -> impl Future<Output = Outcome> + Send + '_ {
        execute(SettingsAt::Begin(self), Caller::NOBODY, input, options)
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
        self.0.lasting.approver.clone()
    }

    /// What the settings say now: to be taken once for one dispatch or one
    /// answer, so that none sees a mixture.
    pub(crate) fn inner(&self) -> Guard<Arc<Inner>> {
        self.0.current.load()
    }

    /// Works on other settings from now on.
    pub(super) fn put_in(&self, inner: Inner) {
        // Never without a bit while either of the two has something to say.
        let occupied = inner.occupied();
        self.0.occupied.fetch_or(occupied, Ordering::SeqCst);
        self.0.current.store(Arc::new(inner));
        self.0.occupied.store(occupied, Ordering::SeqCst);
    }

    /// Whether the settings have nothing to say about an event, neither hooks nor
    /// remarks, and nobody records it.
    #[inline]
    pub(crate) fn has_nothing_to_tell(&self, input: &Input) -> bool {
        let shared = &*self.0;
        shared.lasting.recorder.is_none()
            && !shared.lasting.running.is_closed()
            && !input.lacks_tool_name()
            && shared.lasting.rules.has_adopted(input)
            && input.event().place().is_some_and(|place| {
                place < 64 && shared.occupied.load(Ordering::Acquire) & (1 << place) == 0
            })
    }

    pub(crate) fn lasting(&self) -> &Arc<Lasting> {
        &self.0.lasting
    }

    /// What the engine does from now on, step by step. A display that falls
    /// far behind misses steps; it never holds the engine up.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Progress> {
        self.0.lasting.watched()
    }

    /// What would run on this input, and why every other hook would not.
    /// Nothing is run.
    #[must_use]
    pub fn explain(&self, input: &Input) -> Explanation {
        explain(&self.inner(), None, input)
    }

    /// The event of this name, as the engine's dialect or everybody calls it.
    #[must_use]
    pub fn event(&self, name: &str) -> Event {
        self.0.lasting.rules.event(name)
    }

    /// The kinds of handlers that settings may use here, the host's own among them:
    /// `snaphook_schema::settings` makes a schema of them.
    #[must_use]
    pub fn kinds(&self) -> snaphook_core::kind::Kinds {
        self.inner().recipe.kinds.clone()
    }

    /// Which factory serves which type of hook here.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.inner().registry.clone()
    }

    /// An input in the words of the engine's dialect, as its agents write it.
    ///
    /// # Errors
    /// When it is not a JSON object, or names no event.
    pub fn read_input(&self, json: &str) -> Result<Input, InputError> {
        self.0.lasting.rules.input(None, Fields::parse(json)?)
    }

    /// The dialect it speaks.
    #[must_use]
    pub fn dialect(&self) -> &Arc<dyn Dialect> {
        &self.0.lasting.dialect
    }

    /// Ends the engine: from now on events run no hooks, and are blocked where a
    /// failed guard blocks them (see [`Engine::is_closed`]); dispatches that are
    /// under way, and background hooks, may finish within `patience` and are
    /// then cancelled. Returns when every process is gone: the hooks that were
    /// ended before they were done.
    pub async fn shutdown(&self, patience: Duration) -> Vec<RunningHook> {
        let lasting = &self.0.lasting;
        lasting.running.close();
        let finished = tokio::time::timeout(patience, lasting.running.wait()).await;
        let ended = lasting.active();
        lasting.ending.cancel();
        if finished.is_err() {
            lasting.running.wait().await;
        }
        lasting.retired.end_all().await;
        self.registry().close().await;
        lasting.processes.all_reaped().await;
        ended
    }
}

impl ExecuteOptions {
    /// Whether it was cancelled already.
    pub(crate) fn is_cancelled(&self) -> bool {
        let cancel = self.cancel.as_ref();
        cancel.is_some_and(CancellationToken::is_cancelled)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("hooks", &self.inner().handlers.len())
            .finish_non_exhaustive()
    }
}
