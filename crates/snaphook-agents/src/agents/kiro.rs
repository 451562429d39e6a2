//! Kiro, by its documentation: exit 2 blocks before a tool, stdout is context.

use super::shared::{CONTEXT, DENY, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::exit_code_with_context;
use crate::tool::{McpForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT).documented(),
    EventContract::new("UserPromptSubmit", CONTEXT).documented(),
    EventContract::new("PreToolUse", DENY).documented(),
    EventContract::new("PostToolUse", NOTHING).documented(),
    EventContract::new("Stop", NOTHING).documented(),
];

/// Kiro (hook files of version 1).
pub(super) static KIRO: AgentSpec = AgentSpec {
    programs: &["kiro-cli", "kiro"],
    tools: &[
        ToolSpec::new("execute_bash", "Bash"),
        ToolSpec::new("fs_read", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("fs_write", "Write").keys(&[("path", "file_path")]),
    ],
    mcp: McpForm::AtServer,
    encode: exit_code_with_context,
    ..AgentSpec::like_claude(
        "kiro",
        "Kiro",
        &[Contract::new("v1", "2026-10-31", EVENTS)
            .timeout(HookTimeout::seconds(60))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: ConfigForm::Triggers,
            files: &[
                ConfigFile::user(".kiro/hooks/snaphook.json"),
                ConfigFile::project(".kiro/hooks/snaphook.json"),
            ],
        },
    )
};
