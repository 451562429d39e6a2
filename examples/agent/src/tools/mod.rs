//! The tools. They know nothing of hooks around them: the gate has asked, and
//! the input is as hooks rewrote it. Some are places of their own, where an
//! event is fired: tasks, folders, subagents.

mod files;
mod run;
mod shell;
mod tasks;

pub use run::{run, time_limit};
pub use tasks::TaskList;
