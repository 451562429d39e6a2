//! The agents, a file each, and the table of them.

mod antigravity;
mod augment;
mod claude;
mod cline;
mod code_puppy;
mod codex;
mod copilot;
mod crush;
mod cursor;
mod deepagents;
mod droid;
mod gemini;
mod goose;
mod grok;
mod hermes;
mod kimi;
mod kiro;
mod openhands;
mod plugins;
mod qwen;
mod shared;
mod table;
mod vibe;
mod vscode;
mod windsurf;

pub use table::AGENTS;
