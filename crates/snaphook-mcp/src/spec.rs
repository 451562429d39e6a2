//! The kind `mcp_tool` as everybody knows it: its name and its keys.

use snaphook_core::hook::HandlerDef;
use snaphook_core::kind::{FieldError, FieldValues, Key, KindName, KindNeeds, KindSpec};

use crate::definition::McpToolDef;
use crate::keys::{KEYS, SETTINGS_KEYS};

/// The kind `mcp_tool`.
#[derive(Debug, Clone, Copy, Default)]
pub struct McpTool;

impl KindSpec for McpTool {
    fn name(&self) -> KindName {
        McpToolDef::KIND
    }

    fn about(&self) -> &'static str {
        "Calls a tool of an MCP server; its result is read like the stdout of a command."
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn settings_keys(&self) -> &'static [Key] {
        SETTINGS_KEYS
    }

    fn needs(&self) -> KindNeeds {
        KindNeeds::TOOL_SERVER
    }

    fn define(&self, fields: &FieldValues) -> Result<HandlerDef, FieldError> {
        Ok(HandlerDef::new(McpToolDef {
            server: fields.required("server"),
            tool: fields.required("tool"),
            input: fields.get("input").cloned(),
        }))
    }

    fn example(&self) -> &'static str {
        r#"{ "type": "mcp_tool", "server": "policy", "tool": "check", "input": { "path": "${tool_input.file_path}" } }"#
    }

    fn feature(&self) -> Option<&'static str> {
        Some("mcp")
    }
}
