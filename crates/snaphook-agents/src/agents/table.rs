//! Every agent, in the order in which people read of them: a line each.

use super::{
    antigravity, augment, claude, cline, code_puppy, codex, copilot, crush, cursor, deepagents,
    droid, gemini, goose, grok, hermes, kimi, kiro, openhands, plugins, qwen, vibe, vscode,
    windsurf,
};
use crate::agent::AgentSpec;

/// Every agent.
pub static AGENTS: &[&AgentSpec] = &[
    &claude::CLAUDE,
    &claude::SDK,
    &codex::CODEX,
    &copilot::COPILOT,
    &gemini::GEMINI,
    &qwen::QWEN,
    &grok::GROK,
    &droid::DROID,
    &goose::GOOSE,
    &kimi::KIMI_CODE,
    &kimi::KIMI_CLI,
    &plugins::OPENCODE,
    &plugins::KILO,
    &plugins::PI,
    &plugins::AMP,
    &vibe::VIBE,
    &cline::CLINE,
    &openhands::OPENHANDS,
    &deepagents::DEEPAGENTS,
    &hermes::HERMES,
    &code_puppy::CODE_PUPPY,
    &cursor::CURSOR,
    &windsurf::WINDSURF,
    &kiro::KIRO,
    &antigravity::ANTIGRAVITY,
    &augment::AUGMENT,
    &vscode::VSCODE,
    &crush::CRUSH,
];
