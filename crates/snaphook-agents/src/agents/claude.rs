//! Claude Code and its SDK: the canonical form.

use super::shared::{
    AFTER_TOOL, CONTEXT_AND_MESSAGE, DENY_AND_MESSAGE, DENY_CONTEXT_MESSAGE, EVERY_DECISION,
    GO_ON_AND_MESSAGE, GROUPS, MESSAGE,
};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::Ability::{Context, Deny, Grant, Message, RewriteInput};
use crate::contract::{Contract, EventContract, HookTimeout};
use crate::install::{InstallSpec, MovedFolder, moved};
use crate::tool::InputForm;

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT_AND_MESSAGE),
    EventContract::new("UserPromptSubmit", DENY_CONTEXT_MESSAGE),
    EventContract::new("PreToolUse", EVERY_DECISION),
    EventContract::new("PermissionRequest", &[Deny, Grant, RewriteInput, Message]),
    EventContract::new("PostToolUse", AFTER_TOOL),
    EventContract::new("PostToolUseFailure", &[Context, Message]).documented(),
    EventContract::new("PostToolBatch", &[Deny, Context, Message]).not_installed(),
    EventContract::new("Notification", MESSAGE).documented(),
    EventContract::new("SubagentStart", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("SubagentStop", GO_ON_AND_MESSAGE).documented(),
    EventContract::new("TaskCreated", DENY_AND_MESSAGE)
        .documented()
        .not_installed(),
    EventContract::new("TaskCompleted", DENY_AND_MESSAGE)
        .documented()
        .not_installed(),
    EventContract::new("PreCompact", DENY_AND_MESSAGE).documented(),
    EventContract::new("PostCompact", MESSAGE)
        .documented()
        .not_installed(),
    EventContract::new("ConfigChange", DENY_AND_MESSAGE)
        .documented()
        .not_installed(),
    EventContract::new("Stop", GO_ON_AND_MESSAGE),
    EventContract::new("SessionEnd", MESSAGE),
];

const CONTRACTS: &[Contract] =
    &[Contract::new("2.1.325", "2026-11-16", EVENTS).timeout(HookTimeout::seconds(600))];

/// Agents that read settings of Claude Code give some events to the hooks in them under keys
/// of their own (GitHub Copilot: PermissionRequest).
const INPUT: InputForm = InputForm {
    fields: &[
        ("session_id", &["session_id", "sessionId"]),
        ("tool_name", &["tool_name", "toolName"]),
        ("tool_input", &["tool_input", "toolArgs", "toolInput"]),
    ],
    values: &[],
};

const MOVED: &[MovedFolder] = &[moved(".claude", "CLAUDE_CONFIG_DIR")];

/// Claude Code.
pub(super) static CLAUDE: AgentSpec = AgentSpec {
    programs: &["claude"],
    canonical_tools: true,
    input: INPUT,
    reads_claude_settings: true,
    install: InstallSpec {
        moved: MOVED,
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    reads_managed_claude_settings: true,
    ..AgentSpec::like_claude(
        "claude",
        "Claude Code",
        CONTRACTS,
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".claude/settings.json"),
                ConfigFile::project(".claude/settings.json"),
                ConfigFile::managed("/etc/claude-code/managed-settings.json"),
            ],
        },
    )
};

/// The Claude Agent SDK, which runs Claude Code.
pub(super) static SDK: AgentSpec = AgentSpec {
    canonical_tools: true,
    input: INPUT,
    reads_claude_settings: true,
    reads_managed_claude_settings: true,
    needs: "The host must load settings of the user or the project (`setting_sources`).",
    install: InstallSpec {
        shares_with: Some("claude"),
        moved: MOVED,
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "claude-sdk",
        "Claude Agent SDK",
        CONTRACTS,
        CLAUDE.configuration,
    )
};
