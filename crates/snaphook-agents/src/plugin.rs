//! The plugins of our own, for agents whose hooks are JavaScript. A plugin passes each event
//! to one kept process (`snaphook hook --keep`) and does what it answers; what it cannot ask
//! before a tool call, it denies.

use crate::agent::AgentSpec;
use crate::contract::Contract;

/// What all plugins have in common: the kept process.
const BRIDGE: &str = include_str!("../plugins/bridge.ts");
pub(crate) const OPENCODE: &str = include_str!("../plugins/opencode.ts");
pub(crate) const OPENCODE_2: &str = include_str!("../plugins/opencode2.ts");
pub(crate) const PI: &str = include_str!("../plugins/pi.ts");
pub(crate) const AMP: &str = include_str!("../plugins/amp.ts");

/// The beginning of every plugin of ours.
const MARK: &str = "// The plugin of snaphook for ";

/// What a plugin is written for.
#[derive(Debug, Clone, Copy)]
pub struct PluginOptions<'a> {
    /// The absolute path of `snaphook`.
    pub program: &'a str,
    /// What the agent honours.
    pub contract: &'a Contract,
    /// How many seconds a call may wait for its hooks.
    pub limit: u32,
    /// Whether the hooks of `.claude/settings.json` run, too.
    pub include_claude: bool,
    /// The agent's names of the events that are passed on.
    pub events: &'a [&'a str],
}

/// What stands in a plugin of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenPlugin {
    /// The path of `snaphook`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The agent's names of the events that are passed on.
    pub events: Vec<String>,
}

/// How long a plugin waits beyond the limit that it gives to the bridge, in seconds.
const PATIENCE: u64 = 2;

/// The text of our plugin for an agent, in TypeScript; none for an agent that runs commands.
/// It needs nothing but the modules of Node.
#[must_use]
pub fn plugin_text(agent: &AgentSpec, options: &PluginOptions<'_>) -> Option<String> {
    let own = options.contract.plugin?;
    let limit = options.limit.to_string();
    let mut arguments = vec!["hook", "--agent", agent.name, "--keep", "--limit", &limit];
    if let Some(version) = agent.version_to_name(options.contract) {
        arguments.extend(["--agent-version", version]);
    }
    if options.include_claude {
        arguments.extend(["--include", "claude"]);
    }
    let program = serde_json::Value::from(options.program);
    let arguments = serde_json::Value::from(arguments);
    let events = serde_json::Value::from(options.events);
    let wait = (u64::from(options.limit) + PATIENCE) * 1000;
    let title = agent.title;
    Some(format!(
        "{MARK}{title}: it passes each event to your hooks.\n\
         // `snaphook install` wrote it; changes are lost when it is installed again.\n\n\
         {PROGRAM}{program}\n\
         {ARGUMENTS}{arguments}\n\
         {EVENTS}{events}\n\
         const LIMIT_MS = {wait}\n\n\
         {BRIDGE}\n{own}"
    ))
}

const PROGRAM: &str = "const PROGRAM: string = ";
const ARGUMENTS: &str = "const ARGUMENTS: readonly string[] = ";
const EVENTS: &str = "const EVENTS: readonly string[] = ";

impl WrittenPlugin {
    /// Reads a plugin back; none where the text is none of ours.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        text.starts_with(MARK).then_some(())?;
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        Some(Self {
            program: serde_json::from_str(value(PROGRAM)?).ok()?,
            arguments: serde_json::from_str(value(ARGUMENTS)?).ok()?,
            events: serde_json::from_str(value(EVENTS)?).ok()?,
        })
    }
}
