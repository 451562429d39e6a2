//! Cursor, by its documentation. A shell call fires preToolUse and beforeShellExecution;
//! only the latter can ask.

use super::shared::{CONTEXT, DENY, GO_ON, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Ask, Context, Deny, RewriteInput, RewriteOutput};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::cursor;
use crate::install::{InstallSpec, KeyValue};
use crate::tool::{InputForm, McpForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::named("sessionStart", "SessionStart", CONTEXT).documented(),
    EventContract::named("beforeSubmitPrompt", "UserPromptSubmit", DENY).documented(),
    EventContract::named("preToolUse", "PreToolUse", &[Deny, RewriteInput]).documented(),
    EventContract::named("beforeShellExecution", "PreToolUse", &[Deny, Ask])
        .tool("Shell", &["command"])
        .documented(),
    EventContract::named("beforeMCPExecution", "PreToolUse", &[Deny, Ask])
        .only_mcp()
        .documented(),
    EventContract::named("beforeReadFile", "PreToolUse", DENY)
        .tool("Read", &["file_path"])
        .documented(),
    EventContract::named("postToolUse", "PostToolUse", &[Context, RewriteOutput])
        .fields(&[("tool_response", &["tool_output"])])
        .documented(),
    EventContract::named("afterShellExecution", "PostToolUse", NOTHING)
        .tool("Shell", &["command"])
        .fields(&[("tool_response", &["output"])])
        .documented()
        .not_installed(),
    EventContract::named("afterMCPExecution", "PostToolUse", NOTHING)
        .fields(&[("tool_response", &["result_json"])])
        .documented()
        .not_installed(),
    EventContract::named("afterFileEdit", "PostToolUse", NOTHING)
        .tool("Write", &["file_path"])
        .documented()
        .not_installed(),
    EventContract::named("postToolUseFailure", "PostToolUseFailure", NOTHING)
        .fields(&[("error", &["error_message"])])
        .documented(),
    EventContract::named("subagentStart", "SubagentStart", DENY)
        .fields(&[
            ("agent_type", &["subagent_type"]),
            ("agent_id", &["subagent_id"]),
        ])
        .documented(),
    EventContract::named("subagentStop", "SubagentStop", GO_ON).documented(),
    EventContract::named("preCompact", "PreCompact", NOTHING).documented(),
    EventContract::named("stop", "Stop", GO_ON).documented(),
    EventContract::named("sessionEnd", "SessionEnd", NOTHING).documented(),
];

/// Cursor.
pub(super) static CURSOR: AgentSpec = AgentSpec {
    programs: &["cursor-agent", "cursor"],
    input: InputForm {
        fields: &[
            ("session_id", &["conversation_id", "session_id"]),
            ("cwd", &["cwd", "workspace_roots.0"]),
        ],
        values: &[],
    },
    tools: &[
        ToolSpec::new("Shell", "Bash"),
        ToolSpec::new("Read", "Read"),
        ToolSpec::new("Write", "Write"),
        ToolSpec::new("Edit", "Edit"),
        ToolSpec::new("Delete", "Edit"),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("Task", "Agent"),
    ],
    mcp: McpForm::Colon,
    encode: cursor,
    install: InstallSpec {
        fail_closed: Some(("failClosed", KeyValue::True)),
        ..InstallSpec::PLAIN
    },
    reads_claude_settings: true,
    ..AgentSpec::like_claude(
        "cursor",
        "Cursor",
        &[Contract::new("2026.10.01", "2026-10-31", EVENTS)
            .timeout(HookTimeout::seconds(0))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: ConfigForm::Flat {
                version: Some(1),
                command: "command",
                timeout: Some("timeout"),
            },
            files: &[
                ConfigFile::user(".cursor/hooks.json"),
                ConfigFile::project(".cursor/hooks.json"),
                ConfigFile::managed("/etc/cursor/hooks.json"),
            ],
        },
    )
};
