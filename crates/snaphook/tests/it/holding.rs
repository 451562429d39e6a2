//! What must not get past a guard: ways round the engine.

mod closed;
mod rewritten;
mod tool_name;
