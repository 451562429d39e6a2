//! Qwen Code: Claude's form with Gemini's tools. A rewrite before a tool is ignored.

use super::shared::{
    CONTEXT_AND_MESSAGE, DENY_CONTEXT_MESSAGE, GO_ON_AND_MESSAGE, GROUPS, MESSAGE,
};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::Ability::{Ask, Deny, Grant, Message, RewriteInput};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::install::{FileStep, InstallSpec};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT_AND_MESSAGE),
    EventContract::new("UserPromptSubmit", DENY_CONTEXT_MESSAGE).ignored_when("prompt", "\"\""),
    EventContract::new("PreToolUse", &[Deny, Grant, Ask, Message]),
    EventContract::new("PermissionRequest", &[Deny, Grant, RewriteInput, Message]).documented(),
    EventContract::new("PostToolUse", CONTEXT_AND_MESSAGE),
    EventContract::new("PostToolUseFailure", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("Notification", MESSAGE),
    EventContract::new("SubagentStart", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("SubagentStop", GO_ON_AND_MESSAGE).documented(),
    EventContract::new("PreCompact", MESSAGE).documented(),
    EventContract::new("PostToolBatch", MESSAGE).not_installed(),
    EventContract::new("MessageDisplay", MESSAGE).not_installed(),
    EventContract::new("InstructionsLoaded", MESSAGE).not_installed(),
    EventContract::new("Stop", GO_ON_AND_MESSAGE),
    EventContract::new("SessionEnd", MESSAGE).documented(),
];

/// Qwen Code.
pub(super) static QWEN: AgentSpec = AgentSpec {
    programs: &["qwen"],
    input: InputForm {
        fields: &[],
        values: &[("permission_mode", "yolo", "bypassPermissions")],
    },
    tools: &[
        ToolSpec::new("run_shell_command", "Bash"),
        ToolSpec::new("read_file", "Read").keys(&[("absolute_path", "file_path")]),
        ToolSpec::new("read_many_files", "Read"),
        ToolSpec::new("write_file", "Write"),
        ToolSpec::new("edit", "Edit"),
        ToolSpec::new("notebook_edit", "NotebookEdit"),
        ToolSpec::new("grep_search", "Grep"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("list_directory", "LS"),
        ToolSpec::new("web_fetch", "WebFetch"),
        ToolSpec::new("web_search", "WebSearch"),
        ToolSpec::new("todo_write", "TodoWrite"),
        ToolSpec::new("task", "Agent"),
        ToolSpec::new("agent", "Agent"),
        ToolSpec::new("skill", "Skill"),
    ],
    needs: "The folder must be trusted before its hooks are loaded.",
    install: InstallSpec {
        steps: &[FileStep::JsonFolderMap {
            file: ".qwen/trustedFolders.json",
            value: "TRUST_FOLDER",
        }],
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "qwen",
        "Qwen Code",
        &[
            Contract::new("0.22", "2026-08-22", EVENTS)
                .below("0.23")
                .timeout(HookTimeout::milliseconds(60))
                .matchers(MatcherKind::Regex)
                .exit_two(ExitTwo::BlocksWithStderr),
            Contract::new("0.24.4", "2026-11-16", EVENTS)
                .from("0.23")
                .timeout(HookTimeout::seconds(600))
                .matchers(MatcherKind::Regex)
                .exit_two(ExitTwo::BlocksWithStderr),
        ],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".qwen/settings.json"),
                ConfigFile::project(".qwen/settings.json"),
            ],
        },
    )
};
