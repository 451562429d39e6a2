//! Windsurf Cascade: an event for each kind of tool, no matchers, and exit codes alone.

use snaphook_agents::{AnswerForm, HostSpec, MatcherKind};
use snaphook_core::dialect::Strategy;

use crate::agent::{AgentData, Layout};

pub(super) static WINDSURF: AgentData = AgentData {
    layout: Layout::Flat,
    folders: &[".windsurf"],
    user_files: &[".codeium/hooks.json"],
    keys: &[("working_directory", "cwd")],
    event_matchers: &[
        ("pre_run_command", "^pre_run_command$"),
        ("post_run_command", "^pre_run_command$"),
        ("pre_read_code", "^pre_read_code$"),
        ("post_read_code", "^pre_read_code$"),
        (
            "pre_write_code",
            "^(pre_write_code|Write|MultiEdit|NotebookEdit)$",
        ),
        (
            "post_write_code",
            "^(pre_write_code|Write|MultiEdit|NotebookEdit)$",
        ),
        ("pre_mcp_tool_use", "^mcp__"),
        ("post_mcp_tool_use", "^mcp__"),
    ],
    ..AgentData::new(
        "windsurf",
        HostSpec {
            event_key: "agent_action_name",
            answer: AnswerForm::NONE,
            matchers: Some(MatcherKind::Regex),
            strategy: Strategy::OneByOne,
            ..HostSpec::like_claude("windsurf")
        },
    )
};
