//! Kimi Code and the older Kimi CLI: TOML tables, a denial is all they honour.

use super::shared::{CONTEXT, DENY, GO_ON, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::exit_code_with_context;
use crate::tool::{InputForm, ToolSpec};

const TABLES: ConfigForm = ConfigForm::TomlTables {
    event: "event",
    named: false,
};

const INPUT: InputForm = InputForm {
    fields: &[
        ("tool_use_id", &["tool_call_id"]),
        ("prompt", &["prompt"]),
        ("tool_response", &["tool_output"]),
    ],
    values: &[],
};

const CODE_EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", CONTEXT),
    EventContract::new("PreToolUse", DENY),
    EventContract::new("PostToolUse", NOTHING).documented(),
    EventContract::new("PostToolUseFailure", NOTHING).documented(),
    EventContract::new("Notification", NOTHING).documented(),
    EventContract::new("Stop", GO_ON),
    EventContract::new("StopFailure", NOTHING).documented(),
    EventContract::named("TurnStarted", "TurnStart", NOTHING).not_installed(),
    EventContract::new("SessionEnd", NOTHING).documented(),
];

const CLI_EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", NOTHING),
    EventContract::new("PreToolUse", DENY),
    EventContract::new("PostToolUse", NOTHING),
    EventContract::new("Stop", GO_ON),
    EventContract::new("SessionEnd", NOTHING),
];

/// Kimi Code.
pub(super) static KIMI_CODE: AgentSpec = AgentSpec {
    programs: &["kimi"],
    input: INPUT,
    tools: &[
        ToolSpec::new("Bash", "Bash"),
        ToolSpec::new("Read", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("Write", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("Edit", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("Glob", "Glob"),
        ToolSpec::new("FetchURL", "WebFetch"),
        ToolSpec::new("WebSearch", "WebSearch"),
        ToolSpec::new("Task", "Agent"),
        ToolSpec::new("TodoList", "TodoWrite"),
    ],
    encode: exit_code_with_context,
    ..AgentSpec::like_claude(
        "kimi-code",
        "Kimi Code",
        &[Contract::new("2.1.0", "2026-11-16", CODE_EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: TABLES,
            files: &[ConfigFile::user(".kimi-code/config.toml")],
        },
    )
};

/// Kimi CLI.
pub(super) static KIMI_CLI: AgentSpec = AgentSpec {
    programs: &["kimi-cli"],
    input: INPUT,
    tools: &[
        ToolSpec::new("Shell", "Bash"),
        ToolSpec::new("ReadFile", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("WriteFile", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("StrReplaceFile", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("Glob", "Glob"),
        ToolSpec::new("FetchURL", "WebFetch"),
        ToolSpec::new("SearchWeb", "WebSearch"),
        ToolSpec::new("Task", "Agent"),
        ToolSpec::new("SetTodoList", "TodoWrite"),
    ],
    encode: exit_code_with_context,
    ..AgentSpec::like_claude(
        "kimi-cli",
        "Kimi CLI",
        &[Contract::new("1.51.0", "2026-11-16", CLI_EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: TABLES,
            files: &[ConfigFile::user(".kimi/config.toml")],
        },
    )
};
