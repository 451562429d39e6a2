//! The top of a settings file.

use super::key::{Holds, Key, Sample};
use super::permissions::PERMISSIONS;
use super::servers::SERVER;

const FLAG_PER_PLUGIN: Holds = Holds::ByName(&Holds::Flag);

const HELPER: &[Key] = &[
    Key::new(
        "type",
        Holds::Word(&["command"]),
        "There is only one kind: a command.",
    )
    .or(Sample::Text("command")),
    Key::new(
        "command",
        Holds::FullText,
        "The shell's text. It gets JSON on stdin, and what it prints is used.",
    )
    .needed(),
];

const PLUGIN: &[Key] = &[Key::new(
    "options",
    Holds::ByName(&Holds::Any),
    "Options of the plugin by name: `${user_config.NAME}` in its hooks, and `CLAUDE_PLUGIN_OPTION_NAME` in their environment.",
)];

const HOOK_MODEL: &[Key] = &[
    Key::new("model", Holds::Text, "The model's name.").such_as(&[Sample::Text("haiku")]),
    Key::new(
        "provider",
        Holds::Word(&["anthropic", "openai"]),
        "Whose format the server speaks; compatible servers speak `openai`.",
    ),
    Key::new("baseUrl", Holds::Url, "Where the server is.")
        .such_as(&[Sample::Text("http://localhost:11434/v1")]),
    Key::new(
        "keyVariable",
        Holds::Text,
        "The environment variable that holds the key.",
    )
    .such_as(&[Sample::Text("ANTHROPIC_API_KEY")]),
];

/// What is recorded of every event.
pub const AUDIT_LOG: &[Key] = &[
    Key::new("enabled", Holds::Flag, "Whether events are recorded.").or(Sample::Flag(true)),
    Key::new(
        "file",
        Holds::FullText,
        "Where they are kept: an SQLite database, or JSON lines where the name ends in `.jsonl`. Relative to the state folder; `~/` is the home folder.",
    )
    .or(Sample::Text("log.db"))
    .such_as(&[Sample::Text("~/logs/hooks.jsonl")]),
    Key::new(
        "maxDays",
        Holds::Whole {
            least: 0,
            most: 1_000_000,
        },
        "Days after which a record goes; 0 for never.",
    )
    .or(Sample::Whole(30)),
    Key::new(
        "maxMegabytes",
        Holds::Whole {
            least: 0,
            most: 1_000_000,
        },
        "Megabytes that all records together may take: the oldest go first; 0 for any number.",
    )
    .or(Sample::Whole(1024)),
    Key::new(
        "redactFields",
        Holds::List(&Holds::Text),
        "Fields of inputs and answers whose values are not kept, wherever they stand; one with a dot is a path from the top. Secrets of well-known shapes are never kept.",
    )
    .such_as(&[Sample::Texts(&["pin", "tool_input.content"])]),
];

/// What the reader of settings reads itself.
pub const OWN: &[Key] = &[
    Key::new(
        "hooks",
        Holds::Events,
        "What runs at which event: a list of matcher groups for each.",
    ),
    Key::new(
        "disableAllHooks",
        Holds::Flag,
        "Switches off every hook of this level and of lower ones (managed, caller, user, plugin, project). A project's counts beyond the project when somebody agreed to it, and never for a guard.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "allowManagedHooksOnly",
        Holds::Flag,
        "Only managed hooks run, and functions of the host. Has an effect in managed settings alone.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "strictPluginOnlyCustomization",
        Holds::List(&Holds::Text),
        "What may come from plugins and managed settings alone; with `hooks` in the list, hooks of other files do not load. Has an effect in managed settings alone.",
    )
    .such_as(&[Sample::Texts(&["hooks"])]),
    Key::new(
        "disabledHooks",
        Holds::List(&Holds::Text),
        "Hooks that do not run, by name or id, of this level and of lower ones; `snaphook list` shows both.",
    ),
    Key::new(
        "stopHookBlockCap",
        Holds::Whole {
            least: 0,
            most: 1_000_000,
        },
        "How often in a row hooks may keep an agent from stopping, with no tool call in between; 0 for as often as they like.",
    )
    .or(Sample::Whole(8)),
    Key::new(
        "statusLine",
        Holds::Object(HELPER),
        "The command that draws the status line of the agent.",
    ),
    Key::new(
        "fileSuggestion",
        Holds::Object(HELPER),
        "The command that completes names of files.",
    ),
    Key::new(
        "enabledPlugins",
        Holds::Either(&[FLAG_PER_PLUGIN, Holds::List(&Holds::Text)]),
        "Plugins by name, and whether their hooks are used; or a list of those that are.",
    ),
    Key::new(
        "pluginConfigs",
        Holds::ByName(&Holds::Object(PLUGIN)),
        "What was chosen for each plugin. Has no effect in the files of a project.",
    ),
    Key::new(
        "permissions",
        Holds::Object(PERMISSIONS),
        "Which tool calls are allowed, asked about or denied where no hook decides.",
    ),
    Key::new(
        "auditLog",
        Holds::Either(&[Holds::Flag, Holds::Object(AUDIT_LOG)]),
        "Whether and how every event is recorded. Has no effect in the files of a project.",
    )
    .or(Sample::Flag(true)),
];

/// What is for handlers: what it may be is theirs to say.
pub const FOR_HANDLERS: &[Key] = &[
    Key::new(
        "allowedHttpHookUrls",
        Holds::List(&Holds::Text),
        "The only URLs that http hooks may call, as patterns with `*`; an empty list allows none.",
    )
    .such_as(&[Sample::Texts(&["https://hooks.example.com/*"])]),
    Key::new(
        "httpHookAllowedEnvVars",
        Holds::List(&Holds::Text),
        "The only environment variables that http hooks may put into headers.",
    ),
    Key::new(
        "httpHookPrivateNetworks",
        Holds::Flag,
        "Whether http hooks may reach private networks. Loopback is always allowed.",
    )
    .or(Sample::Flag(true)),
    Key::new(
        "mcpServers",
        Holds::ByName(&SERVER),
        "MCP servers by name, for hooks of type mcp_tool.",
    ),
    Key::new(
        "hookModel",
        Holds::Either(&[Holds::Text, Holds::Only(HOOK_MODEL)]),
        "The model of prompt and agent hooks that name none: `provider/model`, or where to find it.",
    )
    .such_as(&[Sample::Text("anthropic/haiku")]),
];

/// What stands in the same file and is read elsewhere.
pub const FOR_OTHERS: &[Key] = &[Key::new(
    "$schema",
    Holds::Text,
    "The schema that an editor checks this file with.",
)];

/// Every key at the top of a settings file. Others belong to other programs.
pub fn top_level() -> impl Iterator<Item = &'static Key> + Clone {
    OWN.iter().chain(FOR_HANDLERS).chain(FOR_OTHERS)
}
