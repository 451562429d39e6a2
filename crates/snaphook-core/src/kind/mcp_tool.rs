//! Calls a tool of an MCP server.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::key::{Key, Sample, ValueType};
use super::name::KindName;
use super::needs::Needs;
use super::spec::{FieldError, KindSpec};
use super::values::FieldValues;
use crate::hook::HandlerDef;

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

    fn needs(&self) -> Needs {
        Needs::TOOL_SERVER
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

const KEYS: &[Key] = &[
    Key::new(
        "server",
        ValueType::NonEmptyString,
        "The MCP server, as `mcpServers` or the host calls it.",
    )
    .needed(),
    Key::new(
        "tool",
        ValueType::NonEmptyString,
        "The tool that is called.",
    )
    .needed(),
    Key::new(
        "input",
        ValueType::ByName(&ValueType::Any),
        "The input of the tool; `${path.to.field}` in a text is replaced from the hook's input.",
    )
    .such_as(&[Sample::Pairs(&[("path", "${tool_input.file_path}")])]),
];

const SETTINGS_KEYS: &[Key] = &[Key::new(
    "mcpServers",
    ValueType::ByName(&SERVER),
    "MCP servers by name, for hooks of type mcp_tool.",
)];

const PROGRAM: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["stdio"]),
        "A program that is spoken to through its stdin and stdout.",
    )
    .or(Sample::String("stdio")),
    Key::new("command", ValueType::NonEmptyString, "The program.").needed(),
    Key::new(
        "args",
        ValueType::List(&ValueType::String),
        "Its arguments.",
    ),
    Key::new(
        "env",
        ValueType::ByName(&ValueType::String),
        "Environment variables that are set for it; `${NAME}` in a value is replaced.",
    ),
    Key::new(
        "cwd",
        ValueType::String,
        "The folder it runs in; left out, the project.",
    ),
];

const ADDRESS: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["http", "streamable-http"]),
        "An endpoint for streamable HTTP.",
    )
    .or(Sample::String("http")),
    Key::new("url", ValueType::NonEmptyString, "Where it is.")
        .needed()
        .such_as(&[Sample::String("https://mcp.example.com/mcp")]),
    Key::new(
        "headers",
        ValueType::ByName(&ValueType::String),
        "Headers of every request; `${NAME}` in a value is replaced.",
    )
    .such_as(&[Sample::Pairs(&[("Authorization", "Bearer ${TOKEN}")])]),
];

const SERVER: ValueType =
    ValueType::Either(&[ValueType::Object(PROGRAM), ValueType::Object(ADDRESS)]);
