//! Which tool of which server one hook of type `mcp_tool` calls.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use snaphook_core::kind::{Definition, KindName, object};

/// Calls a tool of an MCP server.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct McpToolDef {
    /// The configured server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// Its input, with `${path}` still in it.
    pub input: Option<Value>,
}

impl McpToolDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("mcp_tool");
}

impl Definition for McpToolDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self {
            server,
            tool,
            input,
        } = self;
        object(json!({ "server": server, "tool": tool, "input": input }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["server", "tool"])
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Owned(format!("{}/{}", self.server, self.tool))
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }
}
