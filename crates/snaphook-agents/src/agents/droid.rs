//! Factory Droid: Claude's form, the shell is `Execute`, and the events stand at the root
//! of the file.

use super::shared::{CONTEXT, DENY, GO_ON, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Deny, RewriteInput};
use crate::contract::{Contract, EventContract, HookTimeout};
use crate::tool::{InputForm, McpForm, ToolShape, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT),
    EventContract::new("UserPromptSubmit", DENY).documented(),
    EventContract::new("PreToolUse", &[Deny, RewriteInput]),
    EventContract::new("PostToolUse", CONTEXT),
    EventContract::new("Notification", NOTHING).documented(),
    EventContract::new("SubagentStop", GO_ON).documented(),
    EventContract::new("PreCompact", NOTHING).documented(),
    EventContract::new("Stop", GO_ON),
    EventContract::new("SessionEnd", NOTHING),
];

/// Factory Droid.
pub(super) static DROID: AgentSpec = AgentSpec {
    programs: &["droid"],
    input: InputForm {
        fields: &[],
        values: &[("permission_mode", "auto-high", "bypassPermissions")],
    },
    tools: &[
        ToolSpec::new("Execute", "Bash"),
        ToolSpec::new("Read", "Read"),
        ToolSpec::new("Create", "Write"),
        ToolSpec::new("Edit", "Edit"),
        ToolSpec::new("MultiEdit", "MultiEdit"),
        ToolSpec::new("ApplyPatch", "Edit").shape(ToolShape::Patch("input")),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("Glob", "Glob"),
        ToolSpec::new("LS", "LS"),
        ToolSpec::new("FetchUrl", "WebFetch"),
        ToolSpec::new("WebSearch", "WebSearch"),
        ToolSpec::new("TodoWrite", "TodoWrite"),
        ToolSpec::new("Task", "Agent"),
    ],
    mcp: McpForm::TripleUnderscore,
    ..AgentSpec::like_claude(
        "droid",
        "Factory Droid",
        &[Contract::new("0.215.0", "2026-11-16", EVENTS).timeout(HookTimeout::seconds(60))],
        Configuration {
            form: ConfigForm::Groups {
                wrapper: false,
                every_tool: Some("*"),
            },
            files: &[
                ConfigFile::user(".factory/hooks.json"),
                ConfigFile::project(".factory/hooks.json"),
            ],
        },
    )
};
