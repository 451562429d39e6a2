//! What must not get past a guard: ways round the engine.

mod closed;
mod folder_names;
mod digits;
mod rewritten;
mod session_env;
mod tool_name;
