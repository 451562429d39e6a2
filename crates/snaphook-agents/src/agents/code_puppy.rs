//! Code Puppy: Claude's JSON; exit 2 is ignored and exit 1 denies.

use super::shared::{DENY, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::tool::ToolSpec;

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", NOTHING),
    EventContract::new("PreToolUse", DENY),
    EventContract::new("PostToolUse", NOTHING),
    EventContract::new("SubagentStop", NOTHING),
    EventContract::new("SessionEnd", NOTHING),
];

/// Code Puppy.
pub(super) static CODE_PUPPY: AgentSpec = AgentSpec {
    programs: &["code-puppy"],
    tools: &[
        ToolSpec::new("shell", "Bash"),
        ToolSpec::new("agent_run_shell_command", "Bash"),
        ToolSpec::new("read_file", "Read"),
        ToolSpec::new("edit_file", "Edit"),
        ToolSpec::new("create_file", "Write"),
        ToolSpec::new("delete_file", "Edit"),
        ToolSpec::new("grep", "Grep"),
        ToolSpec::new("list_files", "LS").keys(&[("directory", "path")]),
        ToolSpec::new("invoke_agent", "Agent"),
    ],
    ..AgentSpec::like_claude(
        "code-puppy",
        "Code Puppy",
        &[Contract::new("0.0.946", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(60))
            .matchers(MatcherKind::Regex)
            .exit_two(ExitTwo::Ignored)
            .crash_denies()],
        Configuration {
            form: ConfigForm::Groups {
                wrapper: false,
                every_tool: Some("*"),
            },
            files: &[ConfigFile::user(".code_puppy/hooks.json")],
        },
    )
};
