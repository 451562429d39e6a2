//! What a tool does, by its name: reads, edits, executes, reaches out.

mod class;
mod mcp;

pub use class::{ToolClass, ToolClasses, is_known_tool, known_tools};
pub use mcp::{mcp_name, mcp_parts};
