//! Turn helpers: one call for every place of an agent loop.
//!
//! [`AgentHooks`] is held by an agent, or a subagent, while it runs. Each call
//! builds the input of one event, fires it, and returns just what that place
//! needs, with the words for the model; what every event may say beside that
//! is in [`HookMessages`]. Tool calls go through [`AgentHooks::gate`].
//!
//! | file | places |
//! |---|---|
//! | `session` | session start and end, setup |
//! | `prompt` | prompts and their expansion, the user's turn, text to show |
//! | `model` | turns, model calls, tool batches, model switches |
//! | `stop` | the end of a turn, by will or by failure |
//! | `subagent` | subagents |
//! | `compaction` | before and after |
//! | `notification` | notifications, errors, too many iterations |
//! | `work` | tasks, teammates |
//! | `world` | folders, files, settings, instructions, worktrees |
//! | `elicitation` | questions of MCP servers |
//!
//! ```
//! use snaphook::prelude::*;
//! use snaphook::input::CommonFields;
//! use snaphook::turn::{AgentHooks, TurnEnd, EventDecision};
//! use snaphook::{Answer, Engine, FunctionHook};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::builder()
//!     .function(FunctionHook::new("UserPromptSubmit", "date", |_| async {
//!         Answer::context("today is a Friday")
//!     }))
//!     .function(FunctionHook::new("Stop", "tests", |call| async move {
//!         let again = call.input.fields().value("stop_hook_active");
//!         (again == Some(false.into())).then(|| Answer::block("run the tests"))
//!     }))
//!     .build()?;
//! let hooks = AgentHooks::new(&engine, CommonFields::new("session-1", "/repo"));
//!
//! let prompt = hooks.prompt_submitted("clean up").await;
//! assert_eq!(prompt.decision, EventDecision::Proceed);
//! assert_eq!(prompt.messages.text_for_model.as_deref(), Some("today is a Friday"));
//!
//! let TurnEnd::Continue { text, .. } = hooks.stop(Some("done")).await else { panic!() };
//! assert_eq!(text, "Stop: feedback from tests: run the tests");
//! assert!(matches!(hooks.stop(Some("done again")).await, TurnEnd::Stop { .. }));
//! # Ok(())
//! # }
//! ```

mod compaction;
mod elicitation;
mod hooks;
mod messages;
mod model;
mod notification;
mod prompt;
mod session;
mod stop;
mod subagent;
mod work;
mod world;

pub use compaction::{BeforeCompactionReply, CompactionReply};
pub use elicitation::ElicitationReply;
pub use hooks::AgentHooks;
pub use messages::{EventDecision, EventReply, HookMessages};
pub use model::{ModelAnswerReply, ModelCallReply, ModelSwitchReply, TurnStartReply};
pub use prompt::{MessageDisplayReply, PromptReply};
pub use session::SessionStartReply;
pub use stop::TurnEnd;
pub use world::{WatchPathsReply, WorktreeCreation, WorktreeRemoval};
