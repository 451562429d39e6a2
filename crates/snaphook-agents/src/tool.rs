//! How an agent's input is laid out, what it calls its tools and their parameters, and how
//! it names the tools of MCP servers.

use snaphook_core::input::Fields;

/// Where an agent's hook input holds what, where that differs from the canonical input.
#[derive(Debug, Clone, Copy)]
pub struct InputForm {
    /// Canonical field, then the places of the agent's own (`a.b` is a field of a field).
    /// The first place that is there counts.
    pub fields: &'static [(&'static str, &'static [&'static str])],
    /// Values of the agent's own: canonical field, its value, the canonical value.
    pub values: &'static [(&'static str, &'static str, &'static str)],
}

impl InputForm {
    /// The canonical form.
    pub const CANONICAL: Self = Self {
        fields: &[],
        values: &[],
    };
}

/// One built-in tool of an agent.
#[derive(Debug, Clone, Copy)]
pub struct ToolSpec {
    /// The agent's name of it.
    pub native: &'static str,
    /// The canonical name.
    pub tool: &'static str,
    /// The agent's names of parameters, then the canonical ones.
    pub keys: &'static [(&'static str, &'static str)],
    /// What else is different about its input.
    pub shape: ToolShape,
    /// Parameters that mean nothing to hooks and without which the agent refuses the call: a
    /// rewrite that leaves them out keeps those of the call.
    pub required: &'static [&'static str],
}

impl ToolSpec {
    pub(crate) const fn new(native: &'static str, tool: &'static str) -> Self {
        Self {
            native,
            tool,
            keys: &[],
            shape: ToolShape::Object,
            required: &[],
        }
    }

    pub(crate) const fn keys(mut self, keys: &'static [(&'static str, &'static str)]) -> Self {
        self.keys = keys;
        self
    }

    pub(crate) const fn required(mut self, keys: &'static [&'static str]) -> Self {
        self.required = keys;
        self
    }

    pub(crate) const fn shape(mut self, shape: ToolShape) -> Self {
        self.shape = shape;
        self
    }
}

/// How the input of a tool is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolShape {
    /// An object with the parameters.
    Object,
    /// A list of command lines under this key; they are one command of several lines.
    CommandList(&'static str),
    /// A patch for several files under this key (or the only text there is).
    Patch(&'static str),
    /// One tool for several operations, chosen by `command`: view, create, or a change.
    Editor,
}

/// How an agent names the tools of MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum McpForm {
    /// `mcp__server__tool`.
    Canonical,
    /// `mcp_server_tool`, with the server in `mcp_context.server_name`.
    SinglePrefix,
    /// `server___tool`, or the canonical form.
    TripleUnderscore,
    /// `MCP:tool`, without the server.
    Colon,
    /// `@server/tool`.
    AtServer,
    /// Server and tool are fields of their own, under these keys of the tool's input.
    Fields(&'static str, &'static str),
}

impl McpForm {
    /// The canonical name of a tool, if the name is one of an MCP tool.
    #[must_use]
    pub fn canonical(self, name: &str, input: &Fields) -> Option<String> {
        if name.starts_with("mcp__") {
            return Some(name.to_owned());
        }
        match self {
            Self::Canonical => None,
            Self::SinglePrefix => {
                let server = input
                    .fields("mcp_context")?
                    .text("server_name")?
                    .into_owned();
                let own = format!("mcp_{server}_");
                let tool = name.strip_prefix(&own).unwrap_or(name);
                Some(format!("mcp__{server}__{tool}"))
            }
            Self::TripleUnderscore => {
                let (server, tool) = name.split_once("___")?;
                Some(format!("mcp__{server}__{tool}"))
            }
            Self::Colon => {
                let tool = name.strip_prefix("MCP:")?;
                Some(format!("mcp__unknown__{tool}"))
            }
            Self::AtServer => {
                let (server, tool) = name.strip_prefix('@')?.split_once('/')?;
                Some(format!("mcp__{server}__{tool}"))
            }
            Self::Fields(server, tool) => {
                let own = input.fields("tool_input")?;
                let (server, tool) = (own.text(server)?, own.text(tool)?);
                Some(format!("mcp__{server}__{tool}"))
            }
        }
    }
}
