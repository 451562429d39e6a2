//! The tool gate: hooks around a tool call, as middleware.
//!
//! [`Gate::execute`] takes a tool's name, its input and the code that runs
//! it, and returns what became of the call:
//!
//! 1. it gets an invocation id;
//! 2. the configured PreToolUse hooks run, then the named pre-hooks in the
//!    order of registration, on the input as it was rewritten; a denial is
//!    the tool's result;
//! 3. the tool runs, if no hook denied it;
//! 4. the configured PostToolUse or PostToolUseFailure hooks run (no tool ran:
//!    neither), then every named post-hook, after success, denial and error
//!    alike, also after a panic, a timeout and a cancellation;
//! 5. every phase is logged with the id.
//!
//! Exactly one start and one end are logged for every id. When the caller
//! drops the call, the engine finishes it: its post-hooks still run.
//!
//! ```
//! use serde_json::json;
//! use snaphook::prelude::*;
//! use snaphook::input::CommonFields;
//! use snaphook::gate::{Gate, Permit, PostHook, PreHook};
//! use snaphook::Engine;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder().build()?;
//! let gate = Gate::new(engine.session("session-1"), CommonFields::new("session-1", "/repo"))
//!     .pre(PreHook::new("no-deploys", |call| async move {
//!         match call.tool_input["command"].as_str() {
//!             Some("make deploy") => Permit::deny("not on Fridays"),
//!             _ => Permit::Allow,
//!         }
//!     }))
//!     .post(PostHook::new("count", |done| async move {
//!         assert!(!done.id.is_nil());
//!     }));
//!
//! let run = |input| async move { Ok::<_, std::io::Error>(input) };
//! let done = gate.execute("Bash", json!({"command": "ls"}), run).await;
//! assert_eq!(done.result.value(), Some(&json!({"command": "ls"})));
//!
//! let refused = gate.execute("Bash", json!({"command": "make deploy"}), run).await;
//! assert_eq!(refused.result_for_model().text, "not on Fridays");
//! # Ok(())
//! # }
//! ```

mod after;
mod before;
mod context;
mod hook;
mod middleware;
mod phase;
mod result;
mod running;
mod shipped;

pub use crate::tool_call::{ToolCall, ToolCallError};
pub use context::{ErrorHandler, GateContext, HookFailure, ResultSink};
pub use hook::{
    FinishedCall, HookError, IntoHookResult, IntoPermit, Permit, PostHook, PreCall, PreHook,
};
pub use middleware::Gate;
pub use phase::TARGET;
pub use result::{Denial, GatedCall, ResultForModel, ToolFailure, ToolResult};
pub use shipped::{CallRecord, LogFile, MUTATING, RequireIntent, ask_first, log_tool_input};
