//! Cline: executable files named after events. Exit codes are ignored, and a denial ends
//! the whole task.

use super::shared::{CONTEXT, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Context, Deny, RewriteInput, Stop};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::encode::cline;
use crate::tool::{InputForm, ToolShape, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::named("TaskStart", "SessionStart", NOTHING),
    EventContract::named("TaskResume", "SessionStart", NOTHING).documented(),
    EventContract::new("UserPromptSubmit", &[Context])
        .fields(&[(
            "prompt",
            &["userPromptSubmit.prompt", "prompt_submit.prompt"],
        )])
        .documented(),
    EventContract::new("PreToolUse", &[Deny, Context, RewriteInput, Stop]).fields(&[
        ("tool_name", &["tool_call.name", "preToolUse.toolName"]),
        ("tool_input", &["tool_call.input", "preToolUse.parameters"]),
        ("tool_use_id", &["tool_call.id"]),
    ]),
    EventContract::new("PostToolUse", CONTEXT).fields(&[
        ("tool_name", &["tool_result.name", "postToolUse.toolName"]),
        (
            "tool_input",
            &["tool_result.input", "postToolUse.parameters"],
        ),
        (
            "tool_response",
            &["tool_result.output", "postToolUse.result"],
        ),
        ("tool_use_id", &["tool_result.id"]),
    ]),
    EventContract::new("PreCompact", NOTHING).documented(),
    EventContract::new("Notification", NOTHING).documented(),
    EventContract::named("TaskError", "StopFailure", NOTHING).documented(),
    EventContract::named("TaskComplete", "Stop", NOTHING)
        .fields(&[("last_assistant_message", &["turn.outputText"])]),
    EventContract::named("TaskCancel", "SessionEnd", NOTHING).documented(),
    EventContract::named("SessionShutdown", "SessionEnd", NOTHING).documented(),
];

/// Cline.
pub(super) static CLINE: AgentSpec = AgentSpec {
    programs: &["cline"],
    input: InputForm {
        fields: &[("session_id", &["taskId"]), ("cwd", &["workspaceRoots.0"])],
        values: &[],
    },
    tools: &[
        ToolSpec::new("run_commands", "Bash").shape(ToolShape::CommandList("commands")),
        ToolSpec::new("execute_command", "Bash"),
        ToolSpec::new("editor", "Write").keys(&[("path", "file_path"), ("new_text", "content")]),
        ToolSpec::new("read_files", "Read"),
        ToolSpec::new("read_file", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("write_to_file", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("replace_in_file", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("apply_patch", "Edit").shape(ToolShape::Patch("input")),
        ToolSpec::new("search_files", "Grep"),
        ToolSpec::new("search_codebase", "Grep"),
        ToolSpec::new("list_files", "LS"),
        ToolSpec::new("fetch_web_content", "WebFetch"),
    ],
    encode: cline,
    ..AgentSpec::like_claude(
        "cline",
        "Cline",
        &[Contract::new("3.0.65", "2026-11-16", EVENTS)
            .timeout(HookTimeout::fixed(30))
            .matchers(MatcherKind::None)
            .exit_two(ExitTwo::Ignored)],
        Configuration {
            form: ConfigForm::Executables,
            files: &[
                ConfigFile::user(".cline/hooks"),
                ConfigFile::project(".clinerules/hooks"),
            ],
        },
    )
};
