//! Hooks that come with the gate.

mod approval;
mod intent;
mod log;
mod usual;

pub use approval::ask_first;
pub use intent::{MUTATING, RequireIntent};
pub use log::{CallRecord, LogFile, log_tool_input};
