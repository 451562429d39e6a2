//! The agents whose settings files are dialects, a file each, and the table of them.

mod augment;
mod cline;
mod codex;
mod copilot;
mod crush;
mod cursor;
mod droid;
mod gemini;
mod goose;
mod hermes;
mod kimi;
mod kiro;
mod openhands;
mod qwen;
mod table;
mod vibe;
mod windsurf;

pub(crate) use table::AGENT_DIALECTS;
