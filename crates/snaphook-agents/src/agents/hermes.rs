//! Hermes: snake_case events, exit codes are ignored, context only before a model call.

use super::shared::{CONTEXT, DENY, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::encode::hermes;
use crate::install::{FileStep, InstallSpec, KeyValue, moved};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::named("on_session_start", "SessionStart", NOTHING),
    EventContract::named("pre_llm_call", "TurnStart", CONTEXT),
    EventContract::named("pre_tool_call", "PreToolUse", DENY),
    EventContract::named("post_tool_call", "PostToolUse", NOTHING)
        .fields(&[("tool_response", &["extra.result"])]),
    EventContract::named("on_session_end", "SessionEnd", NOTHING),
];

/// Hermes.
pub(super) static HERMES: AgentSpec = AgentSpec {
    programs: &["hermes"],
    input: InputForm {
        fields: &[("tool_use_id", &["extra.tool_call_id"])],
        values: &[],
    },
    tools: &[
        ToolSpec::new("terminal", "Bash"),
        ToolSpec::new("read_file", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("write_file", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("patch", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("search_files", "Grep"),
        ToolSpec::new("web_search", "WebSearch"),
        ToolSpec::new("web_extract", "WebFetch"),
        ToolSpec::new("delegate_task", "Agent"),
        ToolSpec::new("todo", "TodoWrite"),
    ],
    encode: hermes,
    needs: "Start it once with `--accept-hooks`, else it skips new hooks.",
    install: InstallSpec {
        moved: &[moved(".hermes", "HERMES_HOME")],
        fail_closed: Some(("fail_closed", KeyValue::True)),
        steps: &[FileStep::JsonApprovals {
            file: ".hermes/shell-hooks-allowlist.json",
            key: "approvals",
        }],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "hermes",
        "Hermes",
        &[Contract::new("0.19.0", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(60))
            .matchers(MatcherKind::Regex)
            .exit_two(ExitTwo::Ignored)],
        Configuration {
            form: ConfigForm::Yaml,
            files: &[ConfigFile::user(".hermes/config.yaml")],
        },
    )
};
