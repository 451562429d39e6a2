//! Grok Build: every field in camelCase and in snake_case; a second Stop at its shutdown.

use super::shared::{CONTEXT, DENY, GO_ON, GROUPS, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::Ability::{Context, Deny, RewriteInput};
use crate::contract::{Contract, EventContract, HookTimeout};
use crate::install::{InstallSpec, in_project};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", DENY).documented(),
    EventContract::new("PreToolUse", &[Deny, Context, RewriteInput]),
    EventContract::new("PostToolUse", CONTEXT),
    EventContract::new("Stop", GO_ON).ignored_when("reason", "\"shutdown\""),
    EventContract::new("SubagentStop", GO_ON).documented(),
    EventContract::new("SessionEnd", NOTHING),
];

/// Grok Build.
pub(super) static GROK: AgentSpec = AgentSpec {
    programs: &["grok"],
    input: InputForm {
        fields: &[
            ("transcript_path", &["transcriptPath"]),
            ("last_assistant_message", &["lastAssistantMessage"]),
            ("stop_hook_active", &["stopHookActive"]),
        ],
        values: &[("source", "new", "startup")],
    },
    tools: &[
        ToolSpec::new("run_terminal_command", "Bash").required(&["description"]),
        ToolSpec::new("monitor", "Bash").required(&["description"]),
        ToolSpec::new("read_file", "Read").keys(&[("target_file", "file_path")]),
        ToolSpec::new("write", "Write"),
        ToolSpec::new("search_replace", "Edit"),
        ToolSpec::new("grep", "Grep"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("list_dir", "LS").keys(&[("target_directory", "path")]),
        ToolSpec::new("web_fetch", "WebFetch"),
        ToolSpec::new("web_search", "WebSearch"),
        ToolSpec::new("task", "Agent"),
        ToolSpec::new("spawn_subagent", "Agent"),
        ToolSpec::new("ask_user_question", "AskUserQuestion"),
        ToolSpec::new("enter_plan_mode", "EnterPlanMode"),
        ToolSpec::new("exit_plan_mode", "ExitPlanMode"),
        ToolSpec::new("todo_write", "TodoWrite"),
    ],
    reads_claude_settings: true,
    needs: "Hooks of a project must be trusted with `/hooks-trust`.",
    install: InstallSpec {
        person: &[in_project(
            "start `grok` in the project and trust its hooks with `/hooks-trust`",
        )],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "grok",
        "Grok Build",
        &[Contract::new("1.0.41", "2026-11-16", EVENTS).timeout(HookTimeout::seconds(5))],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".grok/hooks/snaphook.json"),
                ConfigFile::project(".grok/hooks/snaphook.json"),
            ],
        },
    )
};
