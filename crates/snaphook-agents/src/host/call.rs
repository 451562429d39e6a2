//! A canonical tool call in an agent's words, and a rewritten input of it back.

use snaphook_core::input::{Fields, InputError};
use snaphook_core::tool::mcp_parts;

use crate::agent::AgentSpec;
use crate::input::{canonical_input, files_of_open_patch};
use crate::tool::{McpForm, ToolShape, ToolSpec};

/// A tool call as the hooks of an agent read it.
pub(super) struct NativeCall {
    /// The agent's name of the tool.
    pub(super) name: String,
    /// The input under the agent's keys.
    pub(super) input: Fields,
    /// Its row, where the agent has such a tool.
    row: Option<&'static ToolSpec>,
}

/// The row of a canonical tool. Where an agent names its events after tools, it is the row
/// of this event.
fn row_of(agent: &AgentSpec, event: &str, tool: &str) -> Option<&'static ToolSpec> {
    let tool = if tool == "Task" { "Agent" } else { tool };
    let contract = agent.contract(None);
    let of_event = |row: &&ToolSpec| {
        let named = contract.native_event(row.native);
        named.is_none_or(|named| named.event == event)
    };
    let mut rows = agent.tools.iter().filter(of_event);
    let exact = rows.clone().find(|row| row.tool == tool);
    exact.or_else(|| {
        rows.find(|row| match row.shape {
            ToolShape::Editor => matches!(tool, "Read" | "Write" | "Edit"),
            ToolShape::Patch(_) => tool == "Write",
            _ => false,
        })
    })
}

/// The call in the agent's words. A tool that the agent does not have keeps its name.
pub(super) fn native_call(
    agent: &AgentSpec,
    event: &str,
    tool: &str,
    input: &Fields,
) -> Result<NativeCall, InputError> {
    let own = format!("{}:", agent.name);
    let other = |name: String| NativeCall {
        name,
        input: input.clone(),
        row: None,
    };
    if let Some((server, name)) = mcp_parts(tool) {
        return Ok(match agent.mcp {
            McpForm::Canonical => other(tool.to_owned()),
            McpForm::SinglePrefix => other(format!("mcp_{server}_{name}")),
            McpForm::TripleUnderscore => other(format!("{server}___{name}")),
            McpForm::Colon => other(format!("MCP:{name}")),
            McpForm::AtServer => other(format!("@{server}/{name}")),
            McpForm::Fields(server_key, tool_key) => {
                let mut call = other(tool.to_owned());
                call.input = Fields::default();
                call.input.set(server_key, server)?;
                call.input.set(tool_key, name)?;
                call.input.set("mcp_tool_arguments", input)?;
                call
            }
        });
    }
    let Some(row) = row_of(agent, event, tool) else {
        return Ok(other(tool.strip_prefix(&own).unwrap_or(tool).to_owned()));
    };
    let mut native = input.clone();
    match row.shape {
        ToolShape::Object => {}
        ToolShape::CommandList(key) => {
            if let Some(command) = native.text("command").map(std::borrow::Cow::into_owned) {
                native.remove("command");
                native.set(key, &[command])?;
            }
        }
        ToolShape::Patch(key) => {
            native = Fields::default();
            native.set(key, &patch_of(tool, input))?;
        }
        ToolShape::Editor => {
            let operation = match tool {
                "Read" => "view",
                "Write" => "create",
                _ => "str_replace",
            };
            native.set("command", operation)?;
        }
    }
    for (own, canonical) in row.keys {
        native.rename(canonical, own);
    }
    Ok(NativeCall {
        name: row.native.to_owned(),
        input: native,
        row: Some(row),
    })
}

/// The patch that a Write or an Edit is.
fn patch_of(tool: &str, input: &Fields) -> String {
    let text = |key: &str| input.text(key).unwrap_or_default().into_owned();
    let path = text("file_path");
    let lines = |sign: char, text: &str| -> String {
        text.lines().map(|line| format!("{sign}{line}\n")).collect()
    };
    let change = if tool == "Write" {
        let content = lines('+', &text("content"));
        format!("*** Add File: {path}\n{content}")
    } else {
        let old = lines('-', &text("old_string"));
        let new = lines('+', &text("new_string"));
        format!("*** Update File: {path}\n@@\n{old}{new}")
    };
    format!("*** Begin Patch\n{change}*** End Patch\n")
}

impl NativeCall {
    /// A rewritten input of this call under canonical keys; nothing where it means another
    /// tool or more than one call.
    pub(super) fn canonical_input(&self, tool: &str, native: Fields) -> Option<Fields> {
        let Some(row) = self.row else {
            return Some(match native.fields("mcp_tool_arguments") {
                Some(arguments) if self.input.raw("mcp_tool_arguments").is_some() => arguments,
                _ => native,
            });
        };
        if let ToolShape::Patch(key) = row.shape {
            let files = files_of_open_patch(&native.text(key)?);
            let [file] = files.as_slice() else {
                return None;
            };
            return (file.tool() == tool).then(|| file.tool_input().ok())?;
        }
        let editor = row.shape == ToolShape::Editor;
        let (name, mut input) = canonical_input(row, native).ok()?;
        if editor {
            input.remove("command");
        }
        (!editor || name == tool).then_some(input)
    }
}
