//! The state of one session.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use snaphook_core::SessionCounts;
use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, HookId, Scope};
use snaphook_core::outcome::Outcome;
use snaphook_core::permission::Update;
use snaphook_exec::{Approver, Conversation};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::added::AddedHooks;
use super::counts::CallCounter;
use super::env::SessionEnv;
use super::hook_time::{EventTimer, HookTime};
use super::hooks::SessionHook;
use super::memory::SessionMemory;
use super::notices::SessionNotice;
use super::status::RunningHook;
use super::stop_cap::{StopCaps, StopCounter};
use crate::permission::SessionUpdates;

/// What is remembered of one session.
#[derive(Debug, Default)]
pub(crate) struct SessionState {
    /// Its id; the session of a single event has none.
    id: Option<Arc<str>>,
    /// Made when it is first needed: most sessions are idle, and those take no
    /// lock.
    busy: OnceLock<Box<Mutex<BusyCount>>>,
    noticed: Notify,
    /// Beside what is made when needed: also events without hooks take time.
    hook_time: HookTime,
}

#[derive(Debug, Default)]
struct BusyCount {
    hooks: AddedHooks,
    used_up: HashSet<HookId>,
    notices: VecDeque<SessionNotice>,
    stops: StopCounter,
    intent: Option<String>,
    /// What it has done so far.
    calls: CallCounter,
    /// What the user and the agent said, as the host handed it in.
    conversation: Option<Conversation>,
    /// Whom the session's hooks ask, if not whom the engine names.
    approver: Option<OwnApprover>,
    /// What was said about permissions for this session.
    permissions: SessionUpdates,
    env: SessionEnv,
    watched: Vec<String>,
    /// The folder it is in, if that was told.
    cwd: Option<String>,
    /// Counts when something else may have to be watched.
    to_watch: Option<watch::Sender<u64>>,
    running: Vec<RunningHook>,
    status: Option<watch::Sender<Vec<RunningHook>>>,
    background: Tasks,
    cancel: CancellationToken,
}

/// Whom one session's hooks may ask.
#[derive(Clone)]
struct OwnApprover(Arc<dyn Approver>);

impl std::fmt::Debug for OwnApprover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OwnApprover")
    }
}

/// The session's tasks. Closed from the start, which only means that waiting
/// for them ends whenever there are none; new ones may still start.
#[derive(Debug)]
struct Tasks(TaskTracker);

impl Default for Tasks {
    fn default() -> Self {
        let tasks = TaskTracker::new();
        tasks.close();
        Self(tasks)
    }
}

impl SessionState {
    /// The state of the session of this id.
    pub(super) fn of(id: &str) -> Self {
        Self {
            id: Some(id.into()),
            ..Self::default()
        }
    }

    /// The session's id, if it has one.
    pub(crate) fn id(&self) -> Option<&Arc<str>> {
        self.id.as_ref()
    }

    fn with<T>(&self, change: impl FnOnce(&mut BusyCount) -> T) -> T {
        change(&mut lock(self.busy.get_or_init(Box::default)))
    }

    /// Looks, or changes what is there, without making anything.
    #[inline]
    fn look<T: Default>(&self, look: impl FnOnce(&mut BusyCount) -> T) -> T {
        match self.busy.get() {
            Some(busy) => look(&mut lock(busy)),
            None => T::default(),
        }
    }

    pub(super) fn hook_time(&self) -> &HookTime {
        &self.hook_time
    }

    /// Measures an event for which the host waits.
    pub(crate) fn measure(session: Option<&Self>) -> EventTimer<'_> {
        EventTimer::start(session.map(|session| &session.hook_time))
    }

    /// Whether events only run configured hooks here.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        !self.look(|busy| !busy.hooks.all().is_empty())
    }

    /// Whether somebody is shown which hooks run.
    #[inline]
    pub(crate) fn is_shown(&self) -> bool {
        self.look(|busy| busy.status.is_some())
    }

    /// Whether nothing but time was ever noted here.
    #[inline]
    pub(crate) fn is_untouched(&self) -> bool {
        self.busy.get().is_none()
    }

    pub(crate) fn hooks(&self) -> Vec<Arc<SessionHook>> {
        self.look(|busy| busy.hooks.all().to_vec())
    }

    pub(super) fn hook_count(&self) -> usize {
        self.look(|busy| busy.hooks.all().len())
    }

    pub(super) fn has_hook(&self, event: &EventName, could_run: impl Fn(&Hook) -> bool) -> bool {
        self.look(|busy| {
            let mut hooks = busy.hooks.all().iter().map(|hook| &hook.hook);
            hooks.any(|hook| hook.event.name() == event && could_run(hook))
        })
    }

    /// Counts one tool call that hooks have decided about.
    pub(crate) fn count_call(&self, tool: &str, denied: bool) {
        self.with(|busy| busy.calls.add(tool, denied));
    }

    /// What it has done so far.
    pub(crate) fn counts(&self) -> SessionCounts {
        self.look(|busy| busy.calls.get())
    }

    pub(super) fn note_tool_call(&self) {
        self.look(|busy| busy.stops.in_a_row = 0);
    }

    /// Each hook has an id of its own, so that removing one removes one, and
    /// that what runs once is not taken for another; `taken` are those of
    /// configured hooks.
    pub(super) fn add_hook(&self, hook: SessionHook, taken: impl Fn(&HookId) -> bool) -> HookId {
        self.with(|busy| {
            let id = busy.hooks.add(hook, taken);
            busy.watches_others();
            id
        })
    }

    pub(super) fn remove_hook(&self, id: &HookId) -> bool {
        self.with(|busy| {
            let removed = busy.hooks.remove(id);
            // Added again, it may run once again.
            busy.used_up.remove(id);
            busy.watches_others();
            removed
        })
    }

    pub(crate) fn clear_hooks(&self) {
        self.with(|busy| {
            busy.hooks.clear();
            busy.watches_others();
        });
    }

    /// Whether a hook that runs once has run.
    pub(crate) fn is_used_up(&self, id: &HookId) -> bool {
        self.look(|busy| busy.used_up.contains(id))
    }

    /// Notes that a hook that runs once has run; false when it had before.
    pub(crate) fn use_up(&self, id: &HookId) -> bool {
        self.with(|busy| busy.used_up.insert(id.clone()))
    }

    pub(crate) fn note_stop(&self, outcome: &mut Outcome, caps: &StopCaps) {
        // Nothing to count, and nothing counted so far.
        if !outcome.blocked && self.busy.get().is_none() {
            return;
        }
        self.with(|busy| busy.stops.note(outcome, caps));
    }

    /// What hooks have asked to watch; a later list replaces it.
    pub(super) fn watched(&self) -> Vec<String> {
        self.look(|busy| busy.watched.clone())
    }

    pub(crate) fn note_watched(&self, outcome: &Outcome) {
        if let Some(paths) = &outcome.watch_paths {
            self.with(|busy| {
                busy.watched.clone_from(paths);
                busy.watches_others();
            });
        }
    }

    pub(super) fn permission_updates(&self) -> SessionUpdates {
        self.look(|busy| busy.permissions.clone())
    }

    pub(super) fn keep_update(&self, update: Arc<Update>) {
        self.with(|busy| {
            // The same again says nothing new, unless something came between.
            if busy.permissions.last() != Some(&update) {
                busy.permissions.push(update);
            }
        });
    }

    /// Counts every time that something else may have to be watched.
    pub(super) fn to_watch(&self) -> watch::Receiver<u64> {
        self.with(|busy| busy.to_watch.get_or_insert_default().subscribe())
    }

    pub(super) fn cwd(&self) -> Option<String> {
        self.look(|busy| busy.cwd.clone())
    }

    /// The session goes to another folder.
    pub(super) fn move_to(&self, cwd: &str) {
        self.with(|busy| {
            busy.cwd = Some(cwd.to_owned());
            busy.watches_others();
        });
    }

    pub(super) fn set_intent(&self, intent: Option<String>) {
        self.with(|busy| busy.intent = intent);
    }

    pub(crate) fn intent(&self) -> Option<String> {
        self.look(|busy| busy.intent.clone())
    }

    pub(super) fn set_conversation(&self, conversation: Option<Conversation>) {
        self.with(|busy| busy.conversation = conversation);
    }

    pub(crate) fn conversation(&self) -> Option<Conversation> {
        self.look(|busy| busy.conversation.clone())
    }

    pub(super) fn set_approver(&self, approver: Arc<dyn Approver>) {
        self.with(|busy| busy.approver = Some(OwnApprover(approver)));
    }

    pub(crate) fn approver(&self) -> Option<Arc<dyn Approver>> {
        self.look(|busy| busy.approver.as_ref().map(|own| Arc::clone(&own.0)))
    }

    /// The variables that hooks have set for the session's commands.
    pub(super) fn env(&self) -> BTreeMap<String, String> {
        self.look(|busy| busy.env.of_agent())
    }

    /// Those that a hook gets.
    pub(crate) fn env_for(&self, hook: &Hook) -> Vec<(String, Option<String>)> {
        self.look(|busy| busy.env.for_hook(hook))
    }

    /// A hook of this scope has set them, or taken them away.
    pub(crate) fn set_env(&self, scope: Scope, variables: Vec<(String, Option<String>)>) {
        if !variables.is_empty() {
            self.with(|busy| busy.env.set(scope, variables));
        }
    }

    /// What can be kept of the session, without its notices.
    pub(super) fn memory(&self) -> SessionMemory {
        self.look(|busy| {
            let mut used_up: Vec<_> = busy.used_up.iter().map(ToString::to_string).collect();
            used_up.sort();
            let mut memory = SessionMemory {
                used_up,
                blocked_stops: busy.stops.in_a_row,
                env: busy.env.kept(),
                intent: busy.intent.clone(),
                permissions: busy.permissions.iter().map(|one| (**one).clone()).collect(),
                ..SessionMemory::default()
            };
            busy.calls.write_to(&mut memory);
            memory
        })
    }

    pub(super) fn remember(&self, mut memory: SessionMemory) {
        let notices = std::mem::take(&mut memory.notices);
        self.with(|busy| {
            let ids = memory.used_up.iter().map(|id| HookId::from(id.as_str()));
            busy.used_up.extend(ids);
            busy.calls.remember(&memory);
            busy.stops.in_a_row = memory.blocked_stops;
            busy.env.remember(memory.env);
            busy.intent = memory.intent;
            // What was said here since then counts, too, and counts more.
            let own = std::mem::take(&mut busy.permissions);
            let kept = memory.permissions.into_iter().map(Arc::new);
            busy.permissions = kept.chain(own).collect();
        });
        self.notice(notices.into_iter().map(Into::into).collect());
    }

    /// Queues notices and wakes anyone who waits for them.
    pub(crate) fn notice(&self, notices: Vec<SessionNotice>) {
        if !notices.is_empty() {
            self.with(|busy| busy.notices.extend(notices));
            self.noticed.notify_waiters();
        }
    }

    pub(crate) fn drain_notices(&self) -> Vec<SessionNotice> {
        let notices = self.look(|busy| std::mem::take(&mut busy.notices));
        notices.into()
    }

    /// The next notice; waits for one.
    pub(super) async fn next_notice(&self) -> SessionNotice {
        loop {
            // Registered before looking: a notice in between is not missed.
            let noticed = self.noticed.notified();
            let next = self.with(|busy| busy.notices.pop_front());
            if let Some(notice) = next {
                return notice;
            }
            noticed.await;
        }
    }

    pub(crate) fn started(&self, hook: RunningHook) {
        self.with(|busy| {
            busy.running.push(hook);
            busy.publish_status();
        });
    }

    pub(crate) fn finished(&self, dispatch: u64, id: &HookId) {
        self.with(|busy| {
            let at = busy
                .running
                .iter()
                .position(|hook| hook.dispatch == dispatch && hook.hook == *id);
            if let Some(at) = at {
                busy.running.remove(at);
            }
            busy.publish_status();
        });
    }

    pub(super) fn status(&self) -> watch::Receiver<Vec<RunningHook>> {
        self.with(|busy| {
            let running = &busy.running;
            let status = busy
                .status
                .get_or_insert_with(|| watch::Sender::new(running.clone()));
            status.subscribe()
        })
    }

    /// The tasks that belong to the session, and what cancels them.
    pub(crate) fn background(&self) -> (TaskTracker, CancellationToken) {
        self.with(|busy| (busy.background.0.clone(), busy.cancel.clone()))
    }

    /// Ends every background hook, also those that would start later.
    pub(crate) fn close(&self) {
        self.look(|busy| busy.cancel.cancel());
    }

    /// Ends every background hook. New ones may start afterwards.
    pub(crate) fn cancel(&self) {
        self.look(|busy| std::mem::take(&mut busy.cancel).cancel());
    }

    /// Waits until no background hook is left.
    pub(crate) async fn until_quiet(&self) {
        let tasks = self.look(|busy| Some(busy.background.0.clone()));
        if let Some(tasks) = tasks {
            tasks.wait().await;
        }
    }
}

/// Held for a few instructions only, never across an await.
fn lock(busy: &Mutex<BusyCount>) -> MutexGuard<'_, BusyCount> {
    busy.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BusyCount {
    fn watches_others(&self) {
        if let Some(to_watch) = &self.to_watch {
            to_watch.send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    fn publish_status(&mut self) {
        if let Some(status) = &self.status {
            status.send_replace(self.running.clone());
        }
    }
}
