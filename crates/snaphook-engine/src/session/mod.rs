//! Sessions: what the engine remembers of one agent while it runs.
//!
//! A session that is idle costs little more than its name; what it needs is
//! made when it is needed. It ends when it is told to, or when its last handle
//! is dropped, and leaves nothing behind: no process, no task.

mod active;
mod added;
mod counts;
mod env;
mod handle;
mod hook_error;
mod hook_time;
mod hooks;
mod memory;
mod notices;
mod registry;
mod state;
mod status;
mod stop_cap;

pub use active::{ActivateError, Activation};
pub(crate) use env::gets_project_variable;
pub use env::{KeptVariable, SetVariable, VariableSetter};
pub use handle::Session;
pub use hook_error::SessionHookError;
pub(crate) use hook_time::EventTimer;
pub(crate) use hooks::SessionHook;
pub use memory::{KeptNotice, SessionMemory};
pub use notices::SessionNotice;
pub(crate) use notices::notices_of;
pub(crate) use registry::Sessions;
pub(crate) use state::SessionState;
pub use status::RunningHook;
pub(crate) use stop_cap::StopCaps;
