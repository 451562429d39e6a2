//! A harness for hooks as settings describe them, without an engine around them.
//!
//! It reads hooks from settings, makes their handlers, runs those of an event at the same
//! time, each until its timeout, and judges and merges what they answer. It knows no trust,
//! no conditions, no sessions and no reload: tests of these belong to the engine.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use snaphook_core::answer::{Failure, Response};
use snaphook_core::dialect::CANONICAL;
use snaphook_core::hook::{Hook, Scope};
use snaphook_core::input::Input;
use snaphook_core::kind::Kinds;
use snaphook_core::merge::{DispatchFacts, Effects, settle};
use snaphook_core::outcome::Outcome;
use snaphook_core::select::HookSet;
use snaphook_core::verdict::{JudgeContext, judge};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{
    Call, Conversation, Handler, HandlerKind, HandlerSettings, InputLine, Registry, Surroundings,
};
use snaphook_settings::{LoadContext, parse};
use tokio_util::sync::CancellationToken;

use super::handler_harness::plain_call;

/// No dispatch takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

/// How long a handler that was told to stop may still answer, as in the engine.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// The hooks of one settings text, and what runs them.
pub struct HookHarness {
    registry: Registry,
    set: HookSet,
    hooks: Vec<LoadedHook>,
    /// What is wrong with the settings, and with hooks that do not run because of it.
    rejected: Vec<Diagnostic>,
    surroundings: Arc<Surroundings>,
    conversation: Option<Conversation>,
}

/// A hook, and its handler unless its definition cannot work.
struct LoadedHook {
    hook: Arc<Hook>,
    handler: Option<Arc<dyn Handler>>,
}

impl HookHarness {
    /// Reads settings that know these kinds, and makes the handlers of their hooks through
    /// the factories of a registry. The surroundings hold a folder for temporary files and
    /// nothing else.
    ///
    /// # Panics
    /// When the settings are not an object.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub fn new(kinds: &[&dyn HandlerKind], registry: &Registry, settings: &Value) -> Self {
        let kinds = Kinds::new(kinds.iter().map(|kind| kind.spec()));
        let mut loading = LoadContext::default().kinds(kinds);
        let path = "settings.json".as_ref();
        let read = match parse(path, &settings.to_string(), Scope::Explicit, &mut loading) {
            Ok(read) => read,
            Err(error) => panic!("the settings cannot be read: {error}"),
        };
        let said = read.handlers.into_iter().map(|setting| setting.value);
        let registry = registry.configured(&HandlerSettings::new(said.collect()));
        let found = read.findings.iter();
        let mut rejected: Vec<_> = found
            .map(|found| Diagnostic::new(found.severity, found.code, &found.message))
            .collect();
        let mut kept = Vec::new();
        for mut hook in read.hooks {
            let handler = match registry.make(&hook) {
                Ok(handler) => Some(handler),
                Err(error) if hook.is_guard() => {
                    hook.handler = hook.handler.to_unloadable(error.to_string());
                    None
                }
                Err(error) => {
                    let message = error.to_string();
                    rejected.push(Diagnostic::new(Severity::Error, "no-handler", message));
                    continue;
                }
            };
            kept.push(LoadedHook {
                hook: Arc::new(hook),
                handler,
            });
        }
        let hooks = kept.iter().map(|loaded| (*loaded.hook).clone());
        Self {
            registry,
            set: HookSet::builder().hooks(hooks).build(),
            hooks: kept,
            rejected,
            surroundings: Arc::new(Surroundings {
                temp_dir: Some(std::env::temp_dir()),
                ..Surroundings::default()
            }),
            conversation: None,
        }
    }

    /// Replaces the surroundings of later calls.
    #[must_use]
    pub fn with_surroundings(mut self, surroundings: Surroundings) -> Self {
        self.surroundings = Arc::new(surroundings);
        self
    }

    /// Hands in the conversation so far.
    #[must_use]
    pub fn with_conversation(mut self, conversation: Conversation) -> Self {
        self.conversation = Some(conversation);
        self
    }

    /// Runs the hooks of an event and merges what they answer.
    ///
    /// # Panics
    /// When they have not answered after a minute.
    pub async fn fire(&self, input: Input) -> Outcome {
        self.fire_until(input, &CancellationToken::new()).await
    }

    /// Runs the hooks of an event until they have answered or `cancel` is cancelled, and
    /// merges what they answer.
    ///
    /// # Panics
    /// When they have not answered after a minute.
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub async fn fire_until(&self, input: Input, cancel: &CancellationToken) -> Outcome {
        let line = Arc::new(InputLine::new(Arc::new(input), CANONICAL.names));
        let event = line.input().event();
        let chosen: Vec<_> = self
            .hooks
            .iter()
            .filter(|loaded| loaded.hook.event.name() == event.name())
            .filter(|loaded| self.set.accepts(&loaded.hook, line.input()))
            .collect();
        let runs = chosen.iter().map(|loaded| self.run(loaded, &line, cancel));
        let Ok(responses) = tokio::time::timeout(HANG, join_all(runs)).await else {
            panic!("the handlers hang");
        };
        let mut outcome = Outcome::go_on(event);
        outcome.diagnostics.clone_from(&self.rejected);
        let mut effects = Effects::default();
        for (lane, (loaded, response)) in chosen.into_iter().zip(responses).enumerate() {
            let hook = &*loaded.hook;
            let context = JudgeContext {
                spec: event.spec(),
                event: event.as_str(),
                hook,
                lane,
                can_block: true,
                rules: &CANONICAL,
                mcp_tool: false,
                input: Some(line.input()),
            };
            let verdict = judge(&context, &response);
            outcome.hooks.push(verdict.entry(hook, &response));
            outcome.diagnostics.extend(verdict.diagnostics);
            effects = effects.merge(verdict.effects);
        }
        settle(
            event.spec(),
            effects,
            DispatchFacts::default(),
            &mut outcome,
        );
        outcome
    }

    /// Ends what handlers keep running between calls.
    ///
    /// # Panics
    /// When it has not ended after a minute.
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub async fn close(&self) {
        if tokio::time::timeout(HANG, self.registry.close())
            .await
            .is_err()
        {
            panic!("the factories do not close");
        }
    }

    async fn run(
        &self,
        loaded: &LoadedHook,
        line: &Arc<InputLine>,
        cancel: &CancellationToken,
    ) -> Response {
        let hook = &loaded.hook;
        let Some(handler) = &loaded.handler else {
            let reason = hook.handler.why_unloadable().unwrap_or_default();
            return Failure::new(format!("it could not be loaded: {reason}")).into();
        };
        let stop = CancellationToken::new();
        let mut response = handler.run(Call {
            conversation: self.conversation.clone(),
            stop: stop.clone(),
            ..plain_call(hook, Arc::clone(line), &self.surroundings)
        });
        let time = hook.effective_timeout();
        let failure = tokio::select! {
            biased;
            response = &mut response => return response,
            () = cancel.cancelled() => Failure::cancelled(),
            () = tokio::time::sleep(time) => Failure::timed_out(time),
        };
        stop.cancel();
        match tokio::time::timeout(LAST_WORDS, response).await {
            Ok(Response::Metered(_, usage)) => Response::Metered(Box::new(failure.into()), usage),
            _ => failure.into(),
        }
    }
}
