//! The forms in which agents read a hook's answer. Each writes only the keys that the
//! agent knows (some take an unknown key for a failed hook, and go on), at exit 0 wherever
//! the agent has JSON.

mod claude;
mod exit_code;
mod flat;
mod printed;

pub(crate) use claude::{claude, codex, vscode};
pub(crate) use exit_code::{exit_code, exit_code_with_context};
pub(crate) use flat::{
    antigravity, cline, copilot, crush, cursor, gemini, goose, hermes, openhands, plugin, vibe,
};
pub use printed::BridgeOutput;
pub(crate) use printed::ReplyEncoder;
