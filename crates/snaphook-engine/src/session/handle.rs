//! A handle to one session: what an agent holds while it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::Stream;
use snaphook_core::event::Event;
use snaphook_core::hook::{Hook, HookId};
use snaphook_core::input::Input;
use snaphook_core::outcome::HookEntry;
use snaphook_core::permission::{Destination, Update, UpdateKind};
use snaphook_core::select::Choice;
use snaphook_exec::{Approver, Conversation};
use snaphook_rules::permission::{PathBases, Permissions, UpdateError};
use tokio::sync::watch;

use super::hook_error::SessionHookError;
use super::hooks::{OnSuccess, SessionHook};
use super::memory::SessionMemory;
use super::notices::SessionNotice;
use super::state::SessionState;
use super::status::RunningHook;
use crate::engine::{BuildError, Engine, FunctionHook};
use crate::permission::SessionUpdates;
use crate::state::remove_texts;

/// One agent session. Cloning gives another handle; when the last is dropped,
/// the session ends and its background hooks with it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use snaphook::prelude::*;
/// use snaphook::{Answer, Engine, FunctionHook, Input};
///
/// let engine = Engine::builder().build()?;
/// let session = engine.session("session-1");
/// let id = session.add_function(FunctionHook::new("Stop", "not-yet", |_| async {
///     Answer::block("the list is not empty")
/// }))?;
/// let stop = Input::parse(r#"{"hook_event_name": "Stop", "stop_hook_active": false}"#)?;
/// assert!(session.execute(stop.clone()).await.blocked);
/// assert!(session.remove_hook(&id));
/// assert!(!session.execute(stop).await.blocked);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Session(Arc<SessionOwner>);

/// Ends the session when the last handle is dropped.
#[derive(Debug)]
pub(crate) struct SessionOwner {
    id: Arc<str>,
    engine: Engine,
    state: Arc<SessionState>,
}

impl SessionOwner {
    pub(super) fn id(&self) -> &Arc<str> {
        &self.id
    }
}

impl Drop for SessionOwner {
    fn drop(&mut self) {
        self.state.close();
        self.engine.shared().sessions.forget(&self.id);
    }
}

impl Session {
    pub(crate) fn of(engine: &Engine, id: &str) -> Self {
        Self(engine.shared().sessions.get_or_make(id, || {
            Arc::new(SessionOwner {
                id: id.into(),
                engine: engine.clone(),
                state: Arc::new(SessionState::of(id)),
            })
        }))
    }

    pub(crate) fn state(&self) -> &Arc<SessionState> {
        &self.0.state
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The engine it belongs to.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.0.engine
    }

    /// Whether any hook could run on this event here: ask before building a
    /// costly input. Exact about what is switched off and what is not trusted; a
    /// matcher or a condition may still say no. A closed engine has something
    /// to say about every event.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        let engine = self.0.engine.snapshot_data();
        let could_run = |hook: &Hook| {
            engine.set.live().includes(hook)
                && engine.choice(hook) == Choice::Run
                && !hook.condition_never_holds()
        };
        self.0.engine.is_closed()
            || engine.set.has(event)
            || self.0.state.has_hook(event.name(), could_run)
    }

    /// Notes a tool call for which no hook is asked: blocked stops before it no longer
    /// count as consecutive.
    pub fn note_tool_call(&self) {
        self.0.state.note_tool_call();
    }

    /// Returns whom the hooks of this session ask: the session's own approver, else
    /// the engine's.
    #[must_use]
    pub fn approver(&self) -> Option<Arc<dyn Approver>> {
        self.0.state.approver().or_else(|| self.0.engine.approver())
    }

    /// Whom the hooks of this session ask, instead of whom the engine names: for
    /// hosts whose sessions belong to different people.
    pub fn set_approver(&self, approver: Arc<dyn Approver>) {
        self.0.state.set_approver(approver);
    }

    /// Changes permissions for this session, as the host or its user wants it;
    /// they are not written anywhere.
    ///
    /// # Errors
    /// When a rule cannot be read; then nothing is changed.
    pub fn update_permissions(&self, update: UpdateKind) -> Result<(), UpdateError> {
        let destination = Destination::Session;
        let update = Update {
            kind: update,
            destination,
        };
        Permissions::default().apply(&update, &PathBases::default())?;
        self.keep_update(Arc::new(update));
        Ok(())
    }

    pub(crate) fn permission_updates(&self) -> SessionUpdates {
        self.0.state.permission_updates()
    }

    pub(crate) fn keep_update(&self, update: Arc<Update>) {
        self.0.state.keep_update(update);
    }

    /// Adds a function for this session. Session hooks run after configured
    /// ones, in the order in which they were added.
    ///
    /// # Errors
    /// When the function would never run: its event nearly spells a known one, or
    /// its matcher does not compile.
    pub fn add_function(&self, mut function: FunctionHook) -> Result<HookId, BuildError> {
        function.adopt(self.0.engine.snapshot_data().rules)?;
        Ok(self.add(function, None))
    }

    /// Adds a function without checking that its event and matcher can match
    /// anything. A session hook with a wrong matcher never runs.
    pub fn add_function_unchecked(&self, function: FunctionHook) -> HookId {
        self.add(function, None)
    }

    /// Adds a function as [`Session::add_function_unchecked`] does, and calls
    /// `on_success` each time it succeeded.
    pub fn add_function_then(
        &self,
        function: FunctionHook,
        on_success: impl Fn(&HookEntry) + Send + Sync + 'static,
    ) -> HookId {
        self.add(function, Some(Arc::new(on_success)))
    }

    fn add(&self, function: FunctionHook, on_success: Option<OnSuccess>) -> HookId {
        let (mut hook, function) = function.into_parts();
        let engine = self.0.engine.snapshot_data();
        hook.source.scope = snaphook_core::hook::Scope::Session;
        engine.rules.adopt(&mut hook);
        self.push(SessionHook::new(
            hook,
            Arc::new(function),
            on_success,
            &engine,
        ))
    }

    /// Adds a hook of any type, written as in canonical settings:
    /// `{"type": "command", "command": "…"}`. Event and matcher are those of the
    /// engine's dialect.
    ///
    /// # Errors
    /// When the definition cannot work.
    pub fn add_hook(
        &self,
        event: &str,
        matcher: Option<&str>,
        definition: &serde_json::Value,
    ) -> Result<HookId, SessionHookError> {
        SessionHook::read(&self.0.engine.snapshot_data(), event, matcher, definition)
            .map(|hook| self.push(hook))
    }

    pub(super) fn push(&self, hook: SessionHook) -> HookId {
        let configured = self.0.engine.configured();
        let taken = |id: &HookId| configured.iter().any(|hook| hook.id == *id);
        self.0.state.add_hook(hook, taken)
    }

    /// Removes a hook that was added; false when there is none of that id.
    pub fn remove_hook(&self, id: &HookId) -> bool {
        self.0.state.remove_hook(id)
    }

    /// How many hooks were added, and not removed.
    #[must_use]
    pub fn hook_count(&self) -> usize {
        self.0.state.hook_count()
    }

    /// Tells hooks of later events what the user and the agent said so far: `prompt`
    /// and `agent` hooks are shown it, functions find it in their call.
    pub fn set_conversation(&self, conversation: Option<Conversation>) {
        self.0.state.set_conversation(conversation);
    }

    /// Removes every hook that was added.
    pub fn clear_hooks(&self) {
        self.0.state.clear_hooks();
    }

    /// A session for a subagent: it sees the configured hooks, but none that
    /// were added to this one. It ends by itself, not with this one.
    #[must_use]
    pub fn child(&self, id: &str) -> Self {
        Self::of(&self.0.engine, id)
    }

    /// Says what the agent is about to do, or that it is done.
    pub fn set_intent(&self, intent: Option<String>) {
        self.0.state.set_intent(intent);
    }

    /// What the agent is about to do.
    #[must_use]
    pub fn intent(&self) -> Option<String> {
        self.0.state.intent()
    }

    /// The files and folders that hooks have asked to watch.
    #[must_use]
    pub fn watched(&self) -> Vec<String> {
        self.0.state.watched()
    }

    /// Files in the session's folder that hooks on FileChanged name by their
    /// matchers: `.env|.envrc` names two. They are to be watched, too.
    #[must_use]
    pub fn watched_names(&self) -> BTreeSet<String> {
        let engine = self.0.engine.snapshot_data();
        let event = engine.rules.event("FileChanged");
        let could_run = |hook: &Arc<Hook>| {
            hook.event.name() == event.name()
                && engine.set.live().includes(hook)
                && engine.choice(hook) == Choice::Run
        };
        let added = self.0.state.hooks();
        let added = added.iter().map(|added| &added.hook);
        let hooks = engine.configured.iter().chain(added);
        let matchers = hooks.filter(|hook| could_run(hook));
        let matchers = matchers.filter_map(|hook| hook.matcher.text());
        matchers
            .flat_map(|text| text.split('|'))
            .map(str::trim)
            .filter(|name| !matches!(*name, "" | "*" | "." | "..") && !name.contains('/'))
            .map(str::to_owned)
            .collect()
    }

    /// Counts every time that something else may have to be watched in this
    /// session: a hook gave another list, hooks were added or removed, or the
    /// session went to another folder. (Settings that are loaded anew are told
    /// of by [`Engine::settings_changes`].)
    #[must_use]
    pub fn watched_changes(&self) -> watch::Receiver<u64> {
        self.0.state.to_watch()
    }

    /// The folder the session is in, if an event CwdChanged told it.
    #[must_use]
    pub fn cwd(&self) -> Option<String> {
        self.0.state.cwd()
    }

    /// Takes note of the folder that an event says the session is in.
    pub(crate) fn note_move(&self, input: &Input) {
        if input.event().as_str() == "CwdChanged"
            && let Some(cwd) = input.fields().text("new_cwd")
        {
            self.0.state.move_to(&cwd);
        }
    }

    /// The variables that hooks have set for the session (`CLAUDE_ENV_FILE`):
    /// later command hooks get them, and the agent's own commands should.
    #[must_use]
    pub fn env(&self) -> BTreeMap<String, String> {
        self.0.state.env()
    }

    /// Those of them that a hook gets.
    pub(crate) fn env_for(&self, hook: &Hook) -> Vec<(String, Option<String>)> {
        self.0.state.env_for(hook)
    }

    /// What can be kept of the session between processes; notices stay.
    #[must_use]
    pub fn memory(&self) -> SessionMemory {
        self.0.state.memory()
    }

    /// Takes up what another process kept of the session.
    pub fn remember(&self, memory: SessionMemory) {
        self.0.state.remember(memory);
    }

    /// Waits until no background hook of the session is left.
    pub async fn until_quiet(&self) {
        self.0.state.until_quiet().await;
    }

    /// The notices of background hooks, one after the other, without end.
    pub fn notices(&self) -> impl Stream<Item = SessionNotice> + use<'_> {
        futures_util::stream::unfold(self, |session| async move {
            Some((session.next_notice().await, session))
        })
    }

    /// The next notice of a background hook; waits for one.
    pub async fn next_notice(&self) -> SessionNotice {
        self.0.state.next_notice().await
    }

    /// The notices that are there, without waiting.
    #[must_use]
    pub fn drain_notices(&self) -> Vec<SessionNotice> {
        self.0.state.drain_notices()
    }

    /// How long the host has waited for hooks: the wall time of every event it
    /// executed here, together. Events that ran at the same time count each by
    /// itself; background hooks and observed events, for which nobody waits,
    /// do not count.
    #[must_use]
    pub fn hook_time(&self) -> Duration {
        self.0.state.hook_time().total()
    }

    /// The hook time since the last call of this method. A host that calls it at
    /// the end of each turn gets the time of that turn.
    #[must_use]
    pub fn take_hook_time(&self) -> Duration {
        self.0.state.hook_time().take()
    }

    /// What is running now, and every change of it.
    #[must_use]
    pub fn status(&self) -> watch::Receiver<Vec<RunningHook>> {
        self.0.state.status()
    }

    /// Ends every background hook of the session; it goes on itself.
    pub fn cancel(&self) {
        self.0.state.cancel();
    }

    /// Ends the session: background hooks may finish within `patience` and are
    /// then ended; long texts that were put into files go. Returns the notices
    /// nobody has fetched.
    pub async fn end(self, patience: Duration) -> Vec<SessionNotice> {
        let state = &self.0.state;
        if tokio::time::timeout(patience, state.until_quiet())
            .await
            .is_err()
        {
            state.cancel();
            state.until_quiet().await;
        }
        if let Some(state_dir) = &self.0.engine.shared().state_dir {
            remove_texts(state_dir, self.id());
        }
        state.drain_notices()
    }
}
