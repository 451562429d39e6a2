//! Pieces that several agents have in common.

use crate::configuration::ConfigForm;
use crate::contract::Ability;
use crate::contract::Ability::{
    Ask, Context, Deny, Grant, KeepGoing, Message, RewriteInput, RewriteOutput, Stop,
};
use crate::tool::ToolSpec;

/// The groups of Claude Code below `hooks`, with `*` for every tool.
pub(super) const GROUPS: ConfigForm = ConfigForm::Groups {
    wrapper: true,
    every_tool: Some("*"),
};

pub(super) const NOTHING: &[Ability] = &[];
pub(super) const DENY: &[Ability] = &[Deny];
pub(super) const CONTEXT: &[Ability] = &[Context];
pub(super) const CONTEXT_AND_MESSAGE: &[Ability] = &[Context, Message];
pub(super) const DENY_AND_CONTEXT: &[Ability] = &[Deny, Context];
pub(super) const DENY_CONTEXT_MESSAGE: &[Ability] = &[Deny, Context, Message];
pub(super) const DENY_AND_MESSAGE: &[Ability] = &[Deny, Message];
pub(super) const DENY_AND_REWRITE: &[Ability] = &[Deny, RewriteInput];
pub(super) const GO_ON: &[Ability] = &[KeepGoing];
pub(super) const GO_ON_AND_MESSAGE: &[Ability] = &[KeepGoing, Message];
pub(super) const DENY_AND_GRANT: &[Ability] = &[Deny, Grant];
pub(super) const MESSAGE: &[Ability] = &[Message];
pub(super) const EVERY_DECISION: &[Ability] =
    &[Deny, Grant, Ask, Context, RewriteInput, Stop, Message];
pub(super) const AFTER_TOOL: &[Ability] = &[Context, RewriteOutput, Stop, Message];

/// The tools of Gemini CLI.
pub(super) const GEMINI_TOOLS: &[ToolSpec] = &[
    ToolSpec::new("run_shell_command", "Bash"),
    ToolSpec::new("read_file", "Read").keys(&[("absolute_path", "file_path")]),
    ToolSpec::new("read_many_files", "Read"),
    ToolSpec::new("write_file", "Write"),
    ToolSpec::new("replace", "Edit").required(&["instruction"]),
    ToolSpec::new("grep_search", "Grep").keys(&[("dir_path", "path")]),
    ToolSpec::new("search_file_content", "Grep").keys(&[("dir_path", "path")]),
    ToolSpec::new("glob", "Glob").keys(&[("dir_path", "path")]),
    ToolSpec::new("list_directory", "LS").keys(&[("dir_path", "path")]),
    ToolSpec::new("web_fetch", "WebFetch"),
    ToolSpec::new("google_web_search", "WebSearch"),
    ToolSpec::new("write_todos", "TodoWrite"),
    ToolSpec::new("ask_user", "AskUserQuestion"),
    ToolSpec::new("activate_skill", "Skill"),
    ToolSpec::new("invoke_agent", "Agent"),
    ToolSpec::new("enter_plan_mode", "EnterPlanMode"),
    ToolSpec::new("exit_plan_mode", "ExitPlanMode"),
    ToolSpec::new("save_memory", "Memory"),
];
