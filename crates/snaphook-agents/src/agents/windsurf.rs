//! Windsurf Cascade, by its documentation: one event for each kind of tool, and only the
//! exit code counts.

use super::shared::{DENY, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::exit_code;
use crate::tool::{InputForm, McpForm, ToolSpec};

const fn pre(native: &'static str) -> EventContract {
    EventContract::named(native, "PreToolUse", DENY).documented()
}

const fn post(native: &'static str) -> EventContract {
    EventContract::named(native, "PostToolUse", NOTHING).documented()
}

const EVENTS: &[EventContract] = &[
    EventContract::named("pre_user_prompt", "UserPromptSubmit", DENY)
        .fields(&[("prompt", &["tool_info.user_prompt"])])
        .documented(),
    pre("pre_run_command"),
    pre("pre_read_code"),
    pre("pre_write_code"),
    pre("pre_mcp_tool_use"),
    post("post_run_command"),
    post("post_read_code"),
    post("post_write_code"),
    post("post_mcp_tool_use"),
    EventContract::named("post_cascade_response", "Stop", NOTHING)
        .fields(&[("last_assistant_message", &["tool_info.response"])])
        .documented(),
];

/// Windsurf Cascade. The name of its event is the name of the tool.
pub(super) static WINDSURF: AgentSpec = AgentSpec {
    programs: &["windsurf"],
    input: InputForm {
        fields: &[
            ("session_id", &["trajectory_id"]),
            ("tool_use_id", &["execution_id"]),
            ("tool_name", &["agent_action_name"]),
            ("tool_input", &["tool_info"]),
        ],
        values: &[],
    },
    tools: &[
        ToolSpec::new("pre_run_command", "Bash").keys(&[("command_line", "command")]),
        ToolSpec::new("post_run_command", "Bash").keys(&[("command_line", "command")]),
        ToolSpec::new("pre_read_code", "Read"),
        ToolSpec::new("post_read_code", "Read"),
        ToolSpec::new("pre_write_code", "Edit"),
        ToolSpec::new("post_write_code", "Edit"),
    ],
    mcp: McpForm::Fields("mcp_server_name", "mcp_tool_name"),
    encode: exit_code,
    ..AgentSpec::like_claude(
        "windsurf",
        "Windsurf Cascade",
        &[Contract::new("2026-10", "2026-10-31", EVENTS)
            .timeout(HookTimeout::fixed(0))
            .matchers(MatcherKind::None)],
        Configuration {
            form: ConfigForm::Flat {
                version: None,
                command: "command",
                timeout: None,
            },
            files: &[
                ConfigFile::user(".codeium/windsurf/hooks.json"),
                ConfigFile::project(".windsurf/hooks.json"),
                ConfigFile::managed("/etc/windsurf/hooks.json"),
            ],
        },
    )
};
