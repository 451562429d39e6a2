//! snaphook: the hook engine for AI agents.
//!
//! An agent fires an [`Input`] for every event of its life; the [`Engine`]
//! runs the hooks that were configured for it and gives back one merged
//! [`Outcome`].
//!
//! ```
//! use serde_json::json;
//! use snaphook::input::{CommonFields, Input, typed::PreToolUse};
//! use snaphook::prelude::*;
//! use snaphook::{Answer, Context, Engine, FunctionHook};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .context(Context::from_process())
//!     .settings_json(r#"{ "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [
//!         { "command": "grep -q 'rm -rf' && { echo 'no rm -rf' >&2; exit 2; } || exit 0" } ] } ] } }"#)
//!     .function(FunctionHook::new("PreToolUse", "audit", |call| async move {
//!         Answer::context(format!("{} was looked at", call.input.event().as_str()))
//!     }))
//!     .build()?;
//!
//! let common = CommonFields::new("session-1", std::env::temp_dir().to_string_lossy());
//! let call = PreToolUse::new("Bash", json!({"command": "rm -rf /"}), "call-1");
//! let outcome = engine.execute(Input::new(&common, &call)?).await;
//!
//! assert!(outcome.blocked);
//! assert_eq!(outcome.block_reason.as_deref(), Some("no rm -rf"));
//! # Ok(())
//! # }
//! ```
//!
//! The library never touches the terminal, the home folder or the process
//! environment by itself: the host passes a [`Context`] in.

pub mod builtins;
mod ext;
mod fire;
pub mod gate;
mod kinds;
pub mod permission;
pub mod prelude;
mod tool_call;
pub use snaphook_runner as runner;
pub use snaphook_sandbox as sandbox;
#[cfg(feature = "tower")]
pub mod tower;
pub mod turn;
#[cfg(feature = "watch")]
pub mod watch;

pub use ext::{EngineExt, SessionExt};
pub use gate::Gate;
pub use kinds::{KINDS, condition_language, kinds};
pub use snaphook_core::answer::Answer;
pub use snaphook_core::dialect::{self, Strategy};
pub use snaphook_core::event::{self, Event};
pub use snaphook_core::hook;
pub use snaphook_core::input::{self, Input};
pub use snaphook_core::kind;
pub use snaphook_core::merge::{BlockedBy, ElicitationAnswer};
pub use snaphook_core::outcome::{self, Outcome};
pub use snaphook_core::recorder::{DispatchRecord, Recorder};
pub use snaphook_core::{Diagnostic, Severity, answer, json, matching, select, tool, visible};
pub use snaphook_engine::{
    ActivateError, Activation, BuildError, ChangedFile, ChangedHook, Context, Engine,
    EngineBuilder, ExecuteOptions, Explanation, FileChange, FunctionHook, HookExplanation,
    KeptNotice, KeptVariable, NotRunReason, PlannedHook, Progress, ReloadFate, ReloadReport,
    RunningHook, SeenCommand, Session, SessionHookError, SessionMemory, SessionNotice, SetVariable,
    Snapshot, TrustPolicy, TrustQuestion, VariableSetter, observe, state,
};
pub use snaphook_exec::{
    ApprovalReply, Approver, BuiltinCall, BuiltinError, BuiltinFunction, Builtins, Call,
    Conversation, ConversationMessage, ElicitationFuture, ElicitationQuestion, Environment,
    FactoryParts, FunctionCall, Handler, HandlerFactory, HandlerKind, HandlerSettings, InputLine,
    IntoAnswer, Load, MakeError, OutputSink, Question, QuestionAsker, QuestionRecord, Registry,
    ReplyChoice, RunFuture, StartSignal, StdinKind, StopSignal, Stream, Surroundings, Weight,
    WorkerLimits, about_tool_call,
};
#[cfg(feature = "http")]
pub use snaphook_http as http;
#[cfg(feature = "llm")]
pub use snaphook_llm as llm;
#[cfg(feature = "mcp")]
pub use snaphook_mcp as mcp;
pub use snaphook_rules::facts;
pub use snaphook_runner::{CallbackGroup, Runner, RunnerBuilder, RunnerError};
pub use snaphook_settings::{
    Claude, Dialect, EffectiveSettings, FileState, Finding, Folders, LoadError, Location, Places,
    Setting, SettingsFile, Skill, SwitchedOff,
};
pub use snaphook_trust as trust;
pub use tokio_util::sync::CancellationToken;
pub use tool_call::ToolCall;
pub use turn::AgentHooks;

#[cfg(doctest)]
mod book;
