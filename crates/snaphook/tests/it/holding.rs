//! What must not get past a guard: ways round the engine.

mod closed;
mod digits;
mod folder_names;
mod rewritten;
mod session_env;
mod tool_name;
