//! The top of a settings file.

use snaphook_core::kind::{Key, Kinds, Sample, ValueType};

use super::permissions::PERMISSIONS;

const FLAG_PER_PLUGIN: ValueType = ValueType::ByName(&ValueType::Bool);

const HELPER: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["command"]),
        "There is only one kind: a command.",
    )
    .or(Sample::String("command")),
    Key::new(
        "command",
        ValueType::NonEmptyString,
        "The shell's text. It gets JSON on stdin, and what it prints is used.",
    )
    .needed(),
];

const PLUGIN: &[Key] = &[Key::new(
    "options",
    ValueType::ByName(&ValueType::Any),
    "Options of the plugin by name: `${user_config.NAME}` in its hooks, and `CLAUDE_PLUGIN_OPTION_NAME` in their environment.",
)];

/// What is recorded of every event.
pub const AUDIT_LOG: &[Key] = &[
    Key::new("enabled", ValueType::Bool, "Whether events are recorded.").or(Sample::Bool(true)),
    Key::new(
        "file",
        ValueType::NonEmptyString,
        "Where they are kept: an SQLite database, or JSON lines where the name ends in `.jsonl`. Relative to the state folder; `~/` is the home folder.",
    )
    .or(Sample::String("log.db"))
    .such_as(&[Sample::String("~/logs/hooks.jsonl")]),
    Key::new(
        "maxDays",
        ValueType::Integer {
            least: 0,
            most: 1_000_000,
        },
        "Days after which a record goes; 0 for never.",
    )
    .or(Sample::Integer(30)),
    Key::new(
        "maxMegabytes",
        ValueType::Integer {
            least: 0,
            most: 1_000_000,
        },
        "Megabytes that all records together may take: the oldest go first; 0 for any number.",
    )
    .or(Sample::Integer(1024)),
    Key::new(
        "redactFields",
        ValueType::List(&ValueType::String),
        "Fields of inputs and answers whose values are not kept, wherever they stand; one with a dot is a path from the top. Secrets of well-known shapes are never kept.",
    )
    .such_as(&[Sample::Strings(&["pin", "tool_input.content"])]),
];

/// What the reader of settings reads itself.
pub const OWN: &[Key] = &[
    Key::new(
        "hooks",
        ValueType::Events,
        "What runs at which event: a list of matcher groups for each.",
    ),
    Key::new(
        "disableAllHooks",
        ValueType::Bool,
        "Switches off every hook of this level and of lower ones (managed, caller, user, plugin, project). A project's counts beyond the project when somebody agreed to it, and never for a guard.",
    )
    .or(Sample::Bool(false)),
    Key::new(
        "allowManagedHooksOnly",
        ValueType::Bool,
        "Only managed hooks run, and functions of the host. Has an effect in managed settings alone.",
    )
    .or(Sample::Bool(false)),
    Key::new(
        "strictPluginOnlyCustomization",
        ValueType::List(&ValueType::String),
        "What may come from plugins and managed settings alone; with `hooks` in the list, hooks of other files do not load. Has an effect in managed settings alone.",
    )
    .such_as(&[Sample::Strings(&["hooks"])]),
    Key::new(
        "disabledHooks",
        ValueType::List(&ValueType::String),
        "Hooks that do not run, by name or id, of this level and of lower ones; `snaphook list` shows both.",
    ),
    Key::new(
        "stopHookBlockCap",
        ValueType::Integer {
            least: 0,
            most: 1_000_000,
        },
        "How often in a row hooks may keep an agent from stopping, with no tool call in between; 0 for as often as they like.",
    )
    .or(Sample::Integer(8)),
    Key::new(
        "statusLine",
        ValueType::Object(HELPER),
        "The command that draws the status line of the agent.",
    ),
    Key::new(
        "fileSuggestion",
        ValueType::Object(HELPER),
        "The command that completes names of files.",
    ),
    Key::new(
        "enabledPlugins",
        ValueType::Either(&[FLAG_PER_PLUGIN, ValueType::List(&ValueType::String)]),
        "Plugins by name, and whether their hooks are used; or a list of those that are.",
    ),
    Key::new(
        "pluginConfigs",
        ValueType::ByName(&ValueType::Object(PLUGIN)),
        "What was chosen for each plugin. Has no effect in the files of a project.",
    ),
    Key::new(
        "permissions",
        ValueType::Object(PERMISSIONS),
        "Which tool calls are allowed, asked about or denied where no hook decides.",
    ),
    Key::new(
        "auditLog",
        ValueType::Either(&[ValueType::Bool, ValueType::Object(AUDIT_LOG)]),
        "Whether and how every event is recorded. Has no effect in the files of a project.",
    )
    .or(Sample::Bool(true)),
];

/// What stands in the same file and is read elsewhere.
pub const FOR_OTHERS: &[Key] = &[Key::new(
    "$schema",
    ValueType::String,
    "The schema that an editor checks this file with.",
)];

/// Every key at the top of a settings file, for a reader that knows these kinds of
/// handlers. Others belong to other programs.
pub fn top_level(kinds: &Kinds) -> impl Iterator<Item = &'static Key> + Clone {
    let for_handlers = kinds.settings_keys().into_iter();
    OWN.iter().chain(for_handlers).chain(FOR_OTHERS)
}
