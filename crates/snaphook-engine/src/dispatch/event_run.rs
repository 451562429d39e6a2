//! One event while it runs: what its steps share, from the selection to the
//! record.

use std::num::NonZeroU64;
use std::sync::{Arc, OnceLock};

use snaphook_core::input::Input;
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_core::select::{SelectedHook, Selection};
use snaphook_exec::{Conversation, Handler, InputLine, StopSignal};
use snaphook_trust::TrustState;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Span;

use super::background_wait::BackgroundWait;
use super::caller::{Caller, EventSession};
use super::options::ExecuteOptions;
use super::record::RecordState;
use crate::engine::{SnapshotData, WatchedHook};
use crate::session::{EventTimer, SessionHook, SessionNotice};

/// One event while it runs. One that is dropped before its end is recorded, too:
/// its hooks may have done something.
pub(super) struct EventRun<'a> {
    /// The settings it is run with, from its beginning to its end.
    pub(super) engine: Arc<SnapshotData>,
    pub(super) caller: Caller<'a>,
    pub(super) session: EventSession<'a>,
    /// The session's own hooks, as they were when the event came.
    pub(super) added: Vec<Arc<SessionHook>>,
    pub(super) input: Input,
    pub(super) options: ExecuteOptions,
    /// What it selects among the configured hooks.
    pub(super) selection: Option<Arc<Selection>>,
    /// Whether the engine was shut down before it began.
    pub(super) closed: bool,
    /// Its number in the engine.
    pub(super) number: u64,
    /// Made when the event is told to stop, or a hook waits.
    pub(super) stop: OnceLock<StopSignal>,
    /// What the spans of its hooks are children of.
    pub(super) span: Span,
    pub(super) measured: EventTimer<'a>,
    pub(super) record: Option<RecordState>,
    /// What its hooks read; made for the first that needs it.
    pub(super) line: OnceLock<Arc<InputLine>>,
    /// Made for the first background hook that the caller waits for.
    pub(super) background: OnceLock<Arc<BackgroundWait>>,
    /// Held until the event is over: a shutdown waits for it.
    pub(super) _running: TaskTrackerToken,
}

impl EventRun<'_> {
    /// The number, as an outcome has it.
    pub(super) fn dispatch(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.number)
    }

    /// The line that hooks read.
    pub(super) fn line(&self) -> &Arc<InputLine> {
        self.line.get_or_init(|| {
            let input = Arc::new(self.input.clone());
            Arc::new(InputLine::new(input, self.engine.rules.names))
        })
    }

    /// Whether the engine was shut down, or ends now: then nobody looked.
    pub(super) fn is_unguarded(&self) -> bool {
        self.closed || self.engine.is_ending()
    }

    /// Tells its hooks to stop.
    pub(super) fn stop(&self) -> &StopSignal {
        self.stop.get_or_init(StopSignal::default)
    }

    /// The conversation that the host handed in: with the event, else for the
    /// session.
    pub(super) fn conversation(&self) -> Option<Conversation> {
        let own = self.options.conversation.clone();
        own.or_else(|| self.session.conversation())
    }

    /// Whether its hooks were told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.get().is_some_and(StopSignal::is_cancelled)
    }

    /// Whether a block would take effect at all.
    pub(super) fn can_block(&self) -> bool {
        can_block(&self.input)
    }

    /// The handler of a chosen hook: a configured one's, or the session's. The
    /// definition whose options hold is the one that runs.
    pub(super) fn handler(&self, chosen: &SelectedHook) -> Option<&Arc<dyn Handler>> {
        match self.engine.handlers.get(chosen.options_from) {
            Some(handler) => handler.as_ref(),
            None => self.added_hook(chosen.options_from)?.handler.as_ref(),
        }
    }

    /// What tells whether the definition that runs still is what was trusted.
    pub(super) fn watch(&self, chosen: &SelectedHook) -> Option<&Arc<WatchedHook>> {
        match self.added_hook(chosen.options_from) {
            Some(added) => added.watch.as_ref(),
            None => self.engine.watch(chosen.options_from),
        }
    }

    pub(super) fn is_used_up(&self, chosen: &SelectedHook) -> bool {
        let id = &chosen.hook.id;
        chosen.hook.once && !self.caller.again.contains(id) && self.session.is_used_up(id)
    }

    /// Whether a hook is no longer what was trusted when the event came.
    pub(super) fn has_changed(&self, chosen: &SelectedHook) -> bool {
        let watch = self.watch(chosen);
        watch.is_some_and(|watch| !watch.holds_for(self.input.fields()))
    }

    /// Whether a hook that nobody trusts is one that was trusted before.
    pub(super) fn was_trusted(&self, chosen: &SelectedHook) -> bool {
        let standing = match self.added_hook(chosen.place) {
            Some(added) => added.standing.as_ref(),
            None => self.engine.judged.standings.get(&chosen.hook.id),
        };
        matches!(standing, Some(TrustState::Changed(_)))
    }

    /// What a hook's success means for the session.
    pub(super) fn note_success(&self, chosen: &SelectedHook, entry: &HookEntry) {
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

    fn added_hook(&self, place: usize) -> Option<&SessionHook> {
        let index = place.checked_sub(self.engine.handlers.len())?;
        self.added.get(index).map(|hook| &**hook)
    }

    /// What waits for a background hook, where the caller does.
    pub(super) fn background(&self) -> Option<&Arc<BackgroundWait>> {
        let waits = self.caller.waits;
        waits.then(|| self.background.get_or_init(BackgroundWait::new))
    }

    /// Waits for background hooks, where the caller does: what they say is told
    /// with the outcome.
    pub(super) async fn wait_for_background(&self, mut outcome: Outcome) -> Outcome {
        if let Some(background) = self.background.get() {
            let notices = background.wait(&self.options).await;
            let notices = notices.iter().map(SessionNotice::to_notice);
            outcome.notices.extend(notices);
        }
        outcome
    }
}

/// Whether a block would take effect at all.
pub(super) fn can_block(input: &Input) -> bool {
    match input.event().spec().never_blocks_when {
        Some((field, value)) => input.fields().text(field).as_deref() != Some(value),
        None => true,
    }
}
