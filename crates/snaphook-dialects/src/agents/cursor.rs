//! Cursor: a flat list for each event, and events for single kinds of tools, whose matchers
//! are tested against the command.

use serde_json::Value;
use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, GuardKey, Layout};

pub(super) static CURSOR: AgentData = AgentData {
    layout: Layout::Flat,
    folders: &[".cursor"],
    guards: &[GuardKey::Flag("failClosed")],
    event_matchers: &[
        ("beforeShellExecution", "^Shell$"),
        ("afterShellExecution", "^Shell$"),
        ("beforeMCPExecution", "^MCP:"),
        ("afterMCPExecution", "^MCP:"),
        ("beforeReadFile", "^Read$"),
        ("afterFileEdit", "^(Write|Edit|Delete)$"),
    ],
    command_events: &["beforeShellExecution", "afterShellExecution"],
    ..AgentData::new(
        "cursor",
        HostSpec {
            add_fields: |fields, input, event| {
                if let Some(cwd) = input.fields().text("cwd") {
                    let _ = fields.set("workspace_roots", &[cwd]);
                }
                // These two are JSON in a text.
                let in_text: &[&str] = match event.native {
                    "beforeMCPExecution" | "afterMCPExecution" => &["tool_input", "result_json"],
                    _ => &["tool_output"],
                };
                for key in in_text {
                    match fields.value(key) {
                        None | Some(Value::String(_)) => {}
                        Some(value) => drop(fields.set(key, &value.to_string())),
                    }
                }
            },
            answer: AnswerForm {
                decision: &["permission", "decision"],
                reason: &["agent_message", "user_message", "reason"],
                go_on: &["continue"],
                follow_up: &["followup_message"],
                input: &["updated_input"],
                output: &["updated_mcp_tool_output"],
                context: &["additional_context"],
                ..AnswerForm::NONE
            },
            tool_aliases: &[("Edit", "Write")],
            variables: &["CLAUDE_", "SNAPHOOK_", "CURSOR_"],
            ..HostSpec::like_claude("cursor")
        },
    )
};
