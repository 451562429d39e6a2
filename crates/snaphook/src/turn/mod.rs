//! Turn helpers: one call for every place of an agent loop.
//!
//! [`AgentHooks`] is held by an agent, or a subagent, while it runs. Each call
//! builds the input of one event, fires it, and returns just what that place
//! needs, with the words for the model; what every event may say beside that
//! is in [`Told`]. Tool calls go through [`AgentHooks::gate`].
//!
//! | file | places |
//! |---|---|
//! | `session` | session start and end, setup |
//! | `prompt` | prompts and their expansion, the user's turn, text to show |
//! | `model` | turns, model calls, tool batches, model switches |
//! | `stop` | the end of a turn, by will or by failure |
//! | `subagent` | subagents |
//! | `compaction` | before and after |
//! | `trouble` | notifications, errors, too many iterations |
//! | `work` | tasks, teammates |
//! | `world` | folders, files, settings, instructions, worktrees |
//! | `elicitation` | questions of MCP servers |
//!
//! ```
//! use snaphook::input::Common;
//! use snaphook::turn::{AgentHooks, Ending, Go};
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
//! let hooks = AgentHooks::new(&engine, Common::new("session-1", "/repo"));
//!
//! let prompt = hooks.prompt_submitted("clean up").await;
//! assert_eq!(prompt.go, Go::On);
//! assert_eq!(prompt.told.for_model.as_deref(), Some("today is a Friday"));
//!
//! let Ending::GoOn { text, .. } = hooks.stop(Some("done")).await else { panic!() };
//! assert_eq!(text, "Stop: feedback from tests: run the tests");
//! assert!(matches!(hooks.stop(Some("done again")).await, Ending::Stop { .. }));
//! # Ok(())
//! # }
//! ```

mod compaction;
mod elicitation;
mod hooks;
mod model;
mod prompt;
mod session;
mod stop;
mod subagent;
mod told;
mod trouble;
mod work;
mod world;

pub use compaction::{BeforeCompaction, Compacted};
pub use elicitation::Elicitation;
pub use hooks::AgentHooks;
pub use model::{ModelAnswered, ModelCalled, ModelSwitch, TurnStarted};
pub use prompt::{MessageDisplayed, PromptSubmitted};
pub use session::SessionStarted;
pub use stop::Ending;
pub use told::{Decided, Go, Told};
pub use world::{Watching, WorktreeCreated, WorktreeRemoved};
