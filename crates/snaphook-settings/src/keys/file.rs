//! The top of a settings file.

use snaphook_core::kind::{Key, Kinds, SampleValue, ValueType};
use snaphook_core::merge::OnRewriteConflict;

use super::approvals::{APPROVALS, APPROVER};
use super::permissions::PERMISSIONS;
use super::policy_source::POLICY_SOURCE;
use crate::bridge_on_error::BridgeOnError;

const FLAG_PER_PLUGIN: ValueType = ValueType::ByName(&ValueType::Bool);

const HELPER: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["command"]),
        "The only type: a command.",
    )
    .or(SampleValue::String("command")),
    Key::new(
        "command",
        ValueType::NonEmptyString,
        "The shell command. It gets JSON on stdin; its output is used.",
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
    Key::new("enabled", ValueType::Bool, "Whether events are recorded.")
        .or(SampleValue::Bool(true)),
    Key::new(
        "file",
        ValueType::NonEmptyString,
        "The file of the log: an SQLite database, or JSON lines if the name ends in `.jsonl`. \
        Relative to the state folder; `~/` is the home folder.",
    )
    .or(SampleValue::String("log.db"))
    .such_as(&[SampleValue::String("~/logs/hooks.jsonl")]),
    Key::new(
        "maxDays",
        ValueType::Integer {
            least: 0,
            most: 1_000_000,
        },
        "Days that a record is kept; 0 for ever.",
    )
    .or(SampleValue::Integer(30)),
    Key::new(
        "maxMegabytes",
        ValueType::Integer {
            least: 0,
            most: 1_000_000,
        },
        "The size limit of the log in megabytes: the oldest records are removed first; 0 for no \
        limit.",
    )
    .or(SampleValue::Integer(1024)),
    Key::new(
        "redactFields",
        ValueType::List(&ValueType::String),
        "Fields of inputs and answers whose values are never recorded, at any depth; a name with \
        a dot is a path from the top. Secrets with a known format are never recorded.",
    )
    .such_as(&[SampleValue::Strings(&["pin", "tool_input.content"])]),
];

/// How `snaphook hook` answers an agent.
pub const BRIDGE: &[Key] = &[Key::new(
    "onError",
    ValueType::Word(BridgeOnError::WORDS),
    "What `snaphook hook` answers when snaphook itself fails: with `guards` it denies the events \
    that a guard may check and lets the agent go on with others; with `deny` it always denies. \
    The strictest file counts.",
)
.or(SampleValue::String("guards"))];

/// Which packs are accepted.
pub const PACKS: &[Key] = &[
    Key::new(
        "allowedSources",
        ValueType::List(&ValueType::String),
        "Sources that packs may come from; `*` stands for any text. Without it, any source.",
    )
    .such_as(&[SampleValue::Strings(&["github:acme/*"])]),
    Key::new(
        "requireSignature",
        ValueType::Either(&[ValueType::Bool, ValueType::List(&ValueType::String)]),
        "Whether packs must be signed; or a list of those who may have signed them, as \
        `snaphook pack list` shows them.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "blocked",
        ValueType::List(&ValueType::String),
        "Packs that never run: names, sources with `*`, or digests of their content.",
    )
    .such_as(&[SampleValue::Strings(&["github:evil/*"])]),
];

/// What the reader of settings reads itself.
pub const OWN: &[Key] = &[
    Key::new(
        "hooks",
        ValueType::Events,
        "The hooks: a list of matcher groups for each event.",
    ),
    Key::new(
        "env",
        ValueType::PlainVariables,
        "Variables for every hook. Those of a project need trust, and do not change which code the hooks of others run; the project's variables never reach the guards of others.",
    ),
    Key::new(
        "disableAllHooks",
        ValueType::Bool,
        "Switches off every hook of this level and of lower ones (managed, caller, user, plugin, project). A project's counts beyond the project when somebody agreed to it, and never for a guard.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "allowManagedHooksOnly",
        ValueType::Bool,
        "Only managed hooks and functions of the host run. Has an effect in managed settings only.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "strictPluginOnlyCustomization",
        ValueType::List(&ValueType::String),
        "What only plugins and managed settings may define; with `hooks` in the list, hooks of \
        other files do not load. Has an effect in managed settings only.",
    )
    .such_as(&[SampleValue::Strings(&["hooks"])]),
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
        "How many times in a row hooks may keep an agent from stopping, with no tool call in \
        between; 0 for no limit.",
    )
    .or(SampleValue::Integer(8)),
    Key::new(
        "onRewriteConflict",
        ValueType::Word(OnRewriteConflict::WORDS),
        "What happens when hooks that start together rewrite the input of a tool call differently: the `last` in configured order counts, a person is asked, or the call is denied. A level below may only make it stricter.",
    )
    .or(SampleValue::String("last")),
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
        "The options of each plugin. Has no effect in the files of a project.",
    ),
    Key::new(
        "permissions",
        ValueType::Object(PERMISSIONS),
        "Rules that allow, ask about or deny tool calls if no hook decides.",
    ),
    Key::new(
        "auditLog",
        ValueType::Either(&[ValueType::Bool, ValueType::Object(AUDIT_LOG)]),
        "Whether and how every event is recorded. Has no effect in the files of a project.",
    )
    .or(SampleValue::Bool(true)),
    Key::new(
        "packs",
        ValueType::Object(PACKS),
        "Which packs are accepted. Every file that says something must accept a pack. Has no effect in the files of a project.",
    ),
    Key::new(
        "bridge",
        ValueType::Object(BRIDGE),
        "How hooks answer inside another agent (`snaphook hook`). Has no effect in the files of a project.",
    ),
    Key::new(
        "approvers",
        ValueType::List(&ValueType::Object(APPROVER)),
        "Who may answer requests for approval: an answer needs an entry that allows it, in every file that has this key. Has no effect in the files of a project.",
    ),
    Key::new(
        "approvals",
        ValueType::Object(APPROVALS),
        "How requests for approval wait, and who is told of them. Has no effect in the files of a project.",
    ),
    Key::new(
        "policySource",
        ValueType::Object(POLICY_SOURCE),
        "Where this machine gets its signed policy bundle from. Has an effect in managed settings only.",
    ),
];

/// What is in the same file and is read elsewhere.
pub const FOR_OTHERS: &[Key] = &[Key::new(
    "$schema",
    ValueType::String,
    "The schema with which an editor checks this file.",
)];

/// Every key at the top of a settings file, for a reader that knows these kinds of
/// handlers. Others belong to other programs.
pub fn top_level(kinds: &Kinds) -> impl Iterator<Item = &'static Key> + Clone {
    let for_handlers = kinds.settings_keys().into_iter();
    OWN.iter().chain(for_handlers).chain(FOR_OTHERS)
}
