//! The ways to run: what each handler type needs to know.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The `type` of a handler.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum HandlerType {
    /// A process.
    Command,
    /// An HTTP endpoint.
    Http,
    /// A tool of an MCP server.
    McpTool,
    /// One completion of a language model.
    Prompt,
    /// A language model with read-only tools.
    Agent,
    /// A named function that the host registered.
    Builtin,
    /// A function in the host's own process.
    Function,
    /// A type that a host added.
    Other(Arc<str>),
}

impl HandlerType {
    /// Every type that may stand in a settings file.
    pub const IN_SETTINGS: &[&str] = &["command", "http", "mcp_tool", "prompt", "agent", "builtin"];

    /// The type that settings spell so.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "command" => Self::Command,
            "http" => Self::Http,
            "mcp_tool" => Self::McpTool,
            "prompt" => Self::Prompt,
            "agent" => Self::Agent,
            "builtin" => Self::Builtin,
            other => Self::Other(other.into()),
        }
    }

    /// The type as settings spell it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Command => "command",
            Self::Http => "http",
            Self::McpTool => "mcp_tool",
            Self::Prompt => "prompt",
            Self::Agent => "agent",
            Self::Builtin => "builtin",
            Self::Function => "function",
            Self::Other(name) => name,
        }
    }
}

impl Serialize for HandlerType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A handler's own fields, by type.
#[derive(Debug, Clone, PartialEq)]
pub enum HandlerDef {
    /// See [`CommandDef`].
    Command(CommandDef),
    /// See [`HttpDef`].
    Http(HttpDef),
    /// See [`McpToolDef`].
    McpTool(McpToolDef),
    /// See [`PromptDef`].
    Prompt(PromptDef),
    /// See [`AgentDef`].
    Agent(AgentDef),
    /// See [`BuiltinDef`].
    Builtin(BuiltinDef),
    /// A function of the host; the engine holds it under the hook's id.
    Function,
    /// A type that a host registered, with its fields as they were written.
    Other(Arc<str>, Map<String, Value>),
    /// A guard that could not be loaded: on its event it counts as failed.
    Unloadable {
        /// The `type` that was written, as far as it could be read.
        kind: HandlerType,
        /// Why it could not be loaded.
        reason: String,
    },
}

/// Runs a process.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommandDef {
    /// The shell's text, or with `args` the program.
    pub command: String,
    /// With these, even none, the program is started directly.
    pub args: Option<Vec<String>>,
    /// Which shell reads `command`.
    pub shell: Shell,
    /// Variables set for this hook only.
    pub env: Vec<(String, String)>,
    /// Another working directory than the session's.
    pub cwd: Option<String>,
    /// It may ask questions: its stdin stays open for the answers.
    pub interactive: bool,
    /// It is started once and answers many events.
    pub worker: Option<WorkerDef>,
}

/// A command that stays: it reads one line per event and answers one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkerDef {
    /// How many of its processes there may be.
    pub pool: WorkerPool,
}

/// How many processes of a worker there may be: one, unless settings say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerPool(u8);

impl WorkerPool {
    /// The most that there may be.
    pub const MOST: u8 = 64;

    /// So many; nothing for none, and for more than [`Self::MOST`].
    #[must_use]
    pub fn new(processes: u32) -> Option<Self> {
        let processes = u8::try_from(processes).ok()?;
        (1..=Self::MOST)
            .contains(&processes)
            .then_some(Self(processes))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.into()
    }
}

impl Default for WorkerPool {
    fn default() -> Self {
        Self(1)
    }
}

/// Which shell reads a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shell {
    /// `sh -c`.
    #[default]
    Posix,
    /// `pwsh` or `powershell`.
    PowerShell,
}

impl Shell {
    /// The word that settings use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Posix => "bash",
            Self::PowerShell => "powershell",
        }
    }
}

/// Posts the input to an HTTP endpoint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HttpDef {
    /// Where to.
    pub url: String,
    /// Header names and values, with `$VAR` still in them.
    pub headers: Vec<(String, String)>,
    /// The variables that may be put into headers.
    pub allowed_env_vars: Vec<String>,
}

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

/// Asks a language model once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PromptDef {
    /// What to ask, with `$ARGUMENTS` still in it.
    pub prompt: String,
    /// Which model.
    pub model: Option<String>,
    /// A refusal blocks without ending the turn.
    pub continue_on_block: bool,
}

/// Lets a language model look around before it answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AgentDef {
    /// What to ask.
    pub prompt: String,
    /// Which model.
    pub model: Option<String>,
    /// How often it may use a tool.
    pub max_turns: Option<u32>,
}

/// Calls a function that the host registered under a name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BuiltinDef {
    /// The registered name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl HandlerDef {
    /// The handler's type.
    #[must_use]
    pub fn kind(&self) -> HandlerType {
        match self {
            Self::Command(_) => HandlerType::Command,
            Self::Http(_) => HandlerType::Http,
            Self::McpTool(_) => HandlerType::McpTool,
            Self::Prompt(_) => HandlerType::Prompt,
            Self::Agent(_) => HandlerType::Agent,
            Self::Builtin(_) => HandlerType::Builtin,
            Self::Function => HandlerType::Function,
            Self::Other(name, _) => HandlerType::Other(name.clone()),
            Self::Unloadable { kind, .. } => kind.clone(),
        }
    }

    /// The one text that says what the handler does: its command, URL, prompt
    /// or tool.
    #[must_use]
    pub fn essence(&self) -> Cow<'_, str> {
        match self {
            Self::Command(def) => match &def.args {
                Some(args) if !args.is_empty() => {
                    Cow::Owned(format!("{} {}", def.command, args.join(" ")))
                }
                _ => Cow::Borrowed(&def.command),
            },
            Self::Http(def) => Cow::Borrowed(&def.url),
            Self::McpTool(def) => Cow::Owned(format!("{}/{}", def.server, def.tool)),
            Self::Prompt(def) => Cow::Borrowed(&def.prompt),
            Self::Agent(def) => Cow::Borrowed(&def.prompt),
            Self::Builtin(def) => Cow::Borrowed(&def.name),
            Self::Function => Cow::Borrowed("function"),
            Self::Other(name, _) => Cow::Borrowed(name),
            Self::Unloadable { kind, .. } => Cow::Owned(kind.as_str().to_owned()),
        }
    }
}
