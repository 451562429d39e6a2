//! The runner: callbacks in a row, every answer unmerged, as agent SDKs do it.
//!
//! Where an engine merges what hooks say into one outcome, a
//! [`Runner`] hands every answer to the host, which decides by itself or with
//! one of three helpers: [`permission`], [`stop`] and [`context`].
//!
//! ```
//! use std::time::Duration;
//!
//! use serde_json::json;
//! use snaphook_core::answer::{Answer, PermissionDecision};
//! use snaphook_runner::{CallbackGroup, DecisionRule, Runner, context, permission};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let runner = Runner::builder()
//!     .on(
//!         "PreToolUse",
//!         CallbackGroup::matching("Bash|mcp__*")
//!             .timeout(Duration::from_secs(5))
//!             .callback("audit", |call| async move {
//!                 Answer::context(format!("call {:?} was looked at", call.tool_use_id))
//!             })
//!             .callback("guard", |call| async move {
//!                 let command = call.input.fields().value("tool_input")?["command"].clone();
//!                 (command == "rm -rf /").then(|| Answer::deny("not the whole disk"))
//!             }),
//!     )
//!     // An answer may also be JSON in the protocol's words.
//!     .on("PreToolUse", CallbackGroup::all().callback("sdk", |_call| async {
//!         json!({"systemMessage": "seen", "hookSpecificOutput": {
//!             "hookEventName": "PreToolUse", "permissionDecision": "ask"}})
//!     }))
//!     .build()?;
//!
//! assert!(runner.has("PreToolUse") && !runner.has("Stop"));
//! let input = json!({"tool_name": "Bash", "tool_input": {"command": "rm -rf /"}});
//! let answers = runner.fire("PreToolUse", input, Some("call-1")).await?;
//!
//! assert_eq!(answers.len(), 3);
//! let decided = permission(&answers, DecisionRule::FirstDecides);
//! assert_eq!(decided.decision, PermissionDecision::Deny);
//! assert_eq!(decided.reason, Some("not the whole disk"));
//! assert_eq!(decided.by.map(|answer| &*answer.by), Some("guard"));
//! assert_eq!(
//!     context(&answers).as_deref(),
//!     Some("seen\ncall Some(\"call-1\") was looked at")
//! );
//! # Ok(())
//! # }
//! ```
//!
//! # The row
//!
//! One [`Runner::fire`] runs the groups of its event in the order they were
//! registered, and the callbacks of a group in theirs, one after the other and
//! each on the same input.
//!
//! | a callback | then |
//! |---|---|
//! | answers | its answer is in the list, with its name |
//! | answers `continue: false` | the same, and the row ends |
//! | answers `{"async": true}` | the same; it goes on by itself and decides nothing |
//! | fails: an error, a panic, JSON that does not fit, too late | that is logged ([`observe`](snaphook_core::observe)), the next one runs |
//!
//! A group's time is shared by its callbacks and starts with the first of them.
//! When it is up, the callback that runs is dropped and the others of its group
//! are skipped; the next group goes on with its own time. An answer that is
//! there counts, also when its callback held up the thread beyond that time. A
//! group without a timeout has its event's default.
//!
//! # Matchers
//!
//! | matcher | meaning |
//! |---|---|
//! | none, `""`, `"*"` | everything |
//! | exact names, `Edit\|Write` | as in settings |
//! | the same with `*` or `?` in it, `mcp__*`, `Edit\|mcp__*` | globs: `*` is any run of characters, `?` is any one, the whole name must fit |
//! | anything else, `mcp__.*` | a JavaScript regular expression, not anchored |
//!
//! So a matcher is a glob when it would be a list of exact names but for its `*`
//! and `?`: one other character, such as a dot, makes it a regular expression.

mod answer;
mod builder;
mod callback;
mod deadline;
mod fire;
mod group;
mod helpers;
mod input;
mod log;
mod matcher;
mod read;

pub use answer::{CallbackAnswer, CallbackReply, CallbackReturn, IntoCallbackAnswer};
pub use builder::{RunnerBuilder, RunnerError};
pub use callback::CallbackCall;
pub use fire::Runner;
pub use group::CallbackGroup;
pub use helpers::{DecisionRule, StopDecision, ToolPermission, context, permission, stop};
pub use input::IntoInput;
