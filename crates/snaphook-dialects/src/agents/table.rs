//! Every dialect of an agent: a line each. Where two could have written a file, the first
//! counts.

use std::sync::LazyLock;

use super::{
    augment, cline, codex, copilot, crush, cursor, droid, gemini, goose, hermes, kimi, kiro,
    openhands, qwen, vibe, windsurf,
};
use crate::agent::{AgentDialect, CodingAgentDialect};

static TABLE: [AgentDialect; 18] = [
    AgentDialect::new(&gemini::GEMINI),
    AgentDialect::new(&codex::CODEX),
    AgentDialect::new(&copilot::COPILOT),
    AgentDialect::new(&cursor::CURSOR),
    AgentDialect::new(&qwen::QWEN),
    AgentDialect::new(&droid::DROID),
    AgentDialect::new(&windsurf::WINDSURF),
    AgentDialect::new(&kiro::KIRO),
    AgentDialect::new(&kiro::KIRO_CLI),
    AgentDialect::new(&goose::GOOSE),
    AgentDialect::new(&cline::CLINE),
    AgentDialect::new(&openhands::OPENHANDS),
    AgentDialect::new(&kimi::KIMI),
    AgentDialect::new(&kimi::KIMI_CLI),
    AgentDialect::new(&hermes::HERMES),
    AgentDialect::new(&vibe::VIBE),
    AgentDialect::new(&crush::CRUSH),
    AgentDialect::new(&augment::AUGMENT),
];

/// Every dialect of an agent.
pub(crate) static AGENT_DIALECTS: LazyLock<Vec<CodingAgentDialect>> =
    LazyLock::new(|| TABLE.iter().map(CodingAgentDialect).collect());
