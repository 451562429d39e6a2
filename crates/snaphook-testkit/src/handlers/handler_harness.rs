//! A harness for handlers, without an engine around them.
//!
//! It makes the handler of one hook through its factory, hands it calls and
//! returns the bare [`Response`]: no timeout of the hook applies, and nobody
//! judges or merges the answer.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use snaphook_core::answer::Response;
use snaphook_core::dialect::Names;
use snaphook_core::event::Event;
use snaphook_core::hook::{HandlerDef, Hook, Scope, Source};
use snaphook_core::input::{CommonFields, Input, typed::PreToolUse};
use snaphook_core::matching::GroupMatcher;
use snaphook_exec::{Call, Handler, HandlerFactory, InputLine, Surroundings};
use tokio_util::sync::CancellationToken;

/// A call that takes this long hangs.
const HANG: Duration = Duration::from_secs(60);

/// Makes a hook on PreToolUse with this handler and every option at its default.
#[must_use]
pub fn hook_with(handler: impl Into<HandlerDef>) -> Hook {
    let event = Event::resolve("PreToolUse");
    let matcher = GroupMatcher::new(event.spec(), None);
    Hook::new(event, matcher, handler, Source::host(Scope::Explicit))
}

/// A call with nothing but its input.
pub(super) fn plain_call(
    hook: &Arc<Hook>,
    input: Arc<InputLine>,
    surroundings: &Arc<Surroundings>,
) -> Call {
    Call {
        hook: Arc::clone(hook),
        input,
        surroundings: Arc::clone(surroundings),
        env: Vec::new(),
        intent: None,
        conversation: None,
        stop: CancellationToken::new(),
        output: None,
        counts: snaphook_core::SessionCounts::default(),
        approver: None,
        command: None,
    }
}

/// One hook, its handler, and the surroundings that its calls see.
pub struct HandlerHarness {
    hook: Arc<Hook>,
    handler: Arc<dyn Handler>,
    surroundings: Arc<Surroundings>,
}

impl HandlerHarness {
    /// Makes the handler of a hook through a factory. The surroundings hold a
    /// folder for temporary files and nothing else.
    ///
    /// # Panics
    /// When the factory rejects the hook.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub fn new(factory: &dyn HandlerFactory, hook: Hook) -> Self {
        let handler = match factory.make(&hook) {
            Ok(handler) => handler,
            Err(error) => panic!("the factory rejects the hook: {error}"),
        };
        Self {
            hook: Arc::new(hook),
            handler,
            surroundings: Arc::new(Surroundings {
                temp_dir: Some(std::env::temp_dir()),
                ..Surroundings::default()
            }),
        }
    }

    /// Replaces the surroundings of later calls.
    #[must_use]
    pub fn with_surroundings(mut self, surroundings: Surroundings) -> Self {
        self.surroundings = Arc::new(surroundings);
        self
    }

    /// Makes a call of the tool `Bash` with this `tool_input`.
    ///
    /// # Panics
    /// When the input cannot be written as JSON.
    #[must_use]
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub fn call(&self, tool_input: Value) -> Call {
        let common = CommonFields::new("test", std::env::temp_dir().to_string_lossy());
        let input = match Input::new(&common, &PreToolUse::new("Bash", tool_input, "call")) {
            Ok(input) => Arc::new(input),
            Err(error) => panic!("the input is invalid: {error}"),
        };
        let line = Arc::new(InputLine::new(input, Names::CANONICAL));
        plain_call(&self.hook, line, &self.surroundings)
    }

    /// Runs the handler and returns its response.
    ///
    /// # Panics
    /// When it has not responded after a minute.
    #[expect(
        clippy::panic,
        reason = "only tests call it, and a panic is how they fail"
    )]
    pub async fn run(&self, call: Call) -> Response {
        match tokio::time::timeout(HANG, self.handler.run(call)).await {
            Ok(response) => response,
            Err(_) => panic!("the handler hangs"),
        }
    }
}
