//! `snaphook demo`: a whole agent session through sample hooks, as a timeline.
//!
//! Nothing is staged: the hooks are real processes that the engine runs in a
//! fresh folder. Only the agent is scripted.

mod command;
mod scenes;

pub(crate) use command::demo;
