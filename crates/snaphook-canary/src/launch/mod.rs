//! How each agent is started without a person on the scripted model: a table with a row
//! for each agent.

mod spec;
mod table;
mod with_keys;
mod with_plugins;
mod with_providers;

pub use spec::{LaunchSpec, LaunchStep, PrivateFolders, ToolCallForm};
pub use table::{LAUNCHES, find_launch};
