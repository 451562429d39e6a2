//! The keys of a hook of type `mcp_tool`, and how settings define servers.

use snaphook_core::kind::{Key, SampleValue, ValueType};

pub(crate) const KEYS: &[Key] = &[
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
    .such_as(&[SampleValue::Pairs(&[("path", "${tool_input.file_path}")])]),
];

pub(crate) const SETTINGS_KEYS: &[Key] = &[Key::new(
    "mcpServers",
    ValueType::ByName(&SERVER),
    "MCP servers by name, for hooks of type mcp_tool.",
)];

const PROGRAM: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["stdio"]),
        "A server that is a program, over its stdin and stdout.",
    )
    .or(SampleValue::String("stdio")),
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
        "The folder it runs in. Default: the project.",
    ),
];

const ADDRESS: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["http", "streamable-http"]),
        "A server with streamable HTTP.",
    )
    .or(SampleValue::String("http")),
    Key::new("url", ValueType::NonEmptyString, "Where it is.")
        .needed()
        .such_as(&[SampleValue::String("https://mcp.example.com/mcp")]),
    Key::new(
        "headers",
        ValueType::ByName(&ValueType::String),
        "Headers of every request; `${NAME}` in a value is replaced.",
    )
    .such_as(&[SampleValue::Pairs(&[("Authorization", "Bearer ${TOKEN}")])]),
];

const SERVER: ValueType =
    ValueType::Either(&[ValueType::Object(PROGRAM), ValueType::Object(ADDRESS)]);
