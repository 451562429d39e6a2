//! Deep Agents Code: Claude's form; `ask` runs the command, and a rewrite is ignored.

use super::shared::{CONTEXT, DENY_AND_CONTEXT, DENY_AND_GRANT, GO_ON, GROUPS, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout};
use crate::install::{InstallSpec, in_project};
use crate::tool::ToolSpec;

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT),
    EventContract::new("UserPromptSubmit", DENY_AND_CONTEXT),
    EventContract::new("PreToolUse", DENY_AND_CONTEXT),
    EventContract::new("PermissionRequest", DENY_AND_GRANT).documented(),
    EventContract::new("PostToolUse", CONTEXT),
    EventContract::new("PostToolUseFailure", CONTEXT).documented(),
    EventContract::new("Notification", NOTHING),
    EventContract::new("Stop", GO_ON),
    EventContract::new("SessionEnd", NOTHING),
];

/// Deep Agents Code.
pub(super) static DEEPAGENTS: AgentSpec = AgentSpec {
    programs: &["dcode"],
    tools: &[
        ToolSpec::new("Bash", "Bash"),
        ToolSpec::new("execute", "Bash"),
        ToolSpec::new("Read", "Read"),
        ToolSpec::new("Write", "Write"),
        ToolSpec::new("Edit", "Edit"),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("Glob", "Glob"),
        ToolSpec::new("LS", "LS"),
        ToolSpec::new("WebFetch", "WebFetch"),
        ToolSpec::new("WebSearch", "WebSearch"),
        ToolSpec::new("TodoWrite", "TodoWrite"),
        ToolSpec::new("Agent", "Agent"),
        ToolSpec::new("Task", "Agent"),
        ToolSpec::new("Skill", "Skill"),
    ],
    needs: "Start it with `--trust-project-hooks`, else it skips the hooks of a project.",
    install: InstallSpec {
        person: &[in_project(
            "start `dcode` with `--trust-project-hooks`, else it skips the hooks of the project",
        )],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "deepagents",
        "Deep Agents Code",
        &[Contract::new("0.1.88", "2026-11-16", EVENTS).timeout(HookTimeout::seconds(60))],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".deepagents/hooks.json"),
                ConfigFile::project(".deepagents/hooks.json"),
            ],
        },
    )
};
