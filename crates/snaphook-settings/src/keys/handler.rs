//! A hook: the keys that all types share, and those of each type.

use snaphook_core::hook::HandlerType;

use super::key::{Holds, Key, Sample};

const TEXTS: Holds = Holds::List(&Holds::Text);

/// Keys that every type of hook has.
pub const COMMON: &[Key] = &[
    Key::new(
        "type",
        Holds::Word(HandlerType::IN_SETTINGS),
        "How the hook runs; each type has keys of its own.",
    )
    .or(Sample::Text("command")),
    Key::new(
        "if",
        Holds::Text,
        "A permission rule: the hook runs only for calls that it matches. Only tool events look at it; on others a hook with one never runs.",
    )
    .such_as(&[
        Sample::Text("Bash(git push *)"),
        Sample::Text("Edit(src/**)"),
        Sample::Text("WebFetch(domain:example.com)"),
    ]),
    Key::new(
        "timeout",
        Holds::Seconds,
        "Seconds until the hook is ended; fractions are allowed. Left out: what its event gives, 30 for a prompt and 60 for an agent.",
    )
    .such_as(&[Sample::Whole(10)]),
    Key::new("statusMessage", Holds::Text, "Shown while the hook runs."),
    Key::new(
        "once",
        Holds::Flag,
        "After its first success the hook is gone for the rest of the session.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "onFailure",
        Holds::Word(&["continue", "block"]),
        "What a crash, a timeout or an unreadable answer does: `continue` shows it and goes on, `block` acts as exit 2 would. Guards say `block`.",
    )
    .or(Sample::Text("continue")),
    Key::new(
        "name",
        Holds::Text,
        "What it is called in lists and outcomes, and in `disabledHooks`. Left out, the beginning of its command.",
    ),
    Key::new("description", Holds::Text, "For people."),
    Key::new(
        "enabled",
        Holds::Flag,
        "False switches the hook off and leaves it in the file.",
    )
    .or(Sample::Flag(true)),
];

const COMMAND: &[Key] = &[
    Key::new(
        "command",
        Holds::FullText,
        "The shell's text, or with `args` the program. It gets the input as JSON on stdin; exit 0 goes on, exit 2 blocks with stderr as the reason.",
    )
    .needed()
    .such_as(&[Sample::Text("\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh")]),
    Key::new(
        "args",
        TEXTS,
        "Arguments. With them, even none, the program is started without a shell.",
    ),
    Key::new(
        "shell",
        Holds::Word(&["bash", "sh", "powershell"]),
        "Which shell reads the command; `bash` and `sh` both mean `sh -c`.",
    )
    .or(Sample::Text("bash")),
    Key::new(
        "env",
        Holds::Variables,
        "Environment variables that are set for this hook only.",
    ),
    Key::new(
        "cwd",
        Holds::Text,
        "Another working directory than the session's.",
    ),
    Key::new(
        "async",
        Holds::Flag,
        "Nobody waits for the hook: it cannot block, and what it says comes with the next turn.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "asyncRewake",
        Holds::Flag,
        "As `async`, and its exit 2 wakes the model.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "rewakeMessage",
        Holds::Text,
        "Put before what the hook says when it wakes the model.",
    ),
    Key::new(
        "rewakeSummary",
        Holds::Text,
        "What the user sees when the hook wakes the model.",
    ),
    Key::new(
        "interactive",
        Holds::Flag,
        "The hook may ask a person: its stdin stays open for the answers.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "worker",
        Holds::Flag,
        "The command is started once and answers one event per line, until the agent ends.",
    )
    .or(Sample::Flag(false)),
    Key::new(
        "workerPool",
        Holds::Whole { least: 1, most: 64 },
        "How many of the worker may run at once.",
    )
    .or(Sample::Whole(1)),
];

const HTTP: &[Key] = &[
    Key::new("url", Holds::Url, "Where the input is posted to.")
        .needed()
        .such_as(&[Sample::Text("https://hooks.example.com/guard")]),
    Key::new(
        "headers",
        Holds::ByName(&Holds::Text),
        "Headers of the request; `$NAME` in a value is replaced, for variables in `allowedEnvVars`.",
    )
    .such_as(&[Sample::Pairs(&[("Authorization", "Bearer $GUARD_TOKEN")])]),
    Key::new(
        "allowedEnvVars",
        TEXTS,
        "Environment variables that may be put into headers.",
    )
    .such_as(&[Sample::Texts(&["GUARD_TOKEN"])]),
];

const MCP_TOOL: &[Key] = &[
    Key::new(
        "server",
        Holds::FullText,
        "The MCP server, as `mcpServers` or the host calls it.",
    )
    .needed(),
    Key::new("tool", Holds::FullText, "The tool that is called.").needed(),
    Key::new(
        "input",
        Holds::ByName(&Holds::Any),
        "The input of the tool; `${path.to.field}` in a text is replaced from the hook's input.",
    )
    .such_as(&[Sample::Pairs(&[("path", "${tool_input.file_path}")])]),
];

const PROMPT: &[Key] = &[
    ASKED,
    MODEL,
    Key::new(
        "continueOnBlock",
        Holds::Flag,
        "A no blocks and does not end the turn.",
    )
    .or(Sample::Flag(false)),
];

const AGENT: &[Key] = &[
    ASKED,
    MODEL,
    Key::new(
        "maxTurns",
        Holds::Whole {
            least: 1,
            most: 1_000_000,
        },
        "How many turns it has for looking around before it must answer.",
    )
    .or(Sample::Whole(50)),
];

const ASKED: Key = Key::new(
    "prompt",
    Holds::FullText,
    "What the model judges. `$ARGUMENTS` is replaced by the input; without it the input is added at the end.",
)
.needed();

const MODEL: Key = Key::new(
    "model",
    Holds::Text,
    "The model that is asked; left out, `hookModel`, else the provider's small one.",
)
.such_as(&[Sample::Text("haiku")]);

const BUILTIN: &[Key] = &[
    Key::new(
        "command",
        Holds::FullText,
        "The name of a function that ships with snaphook, or that the host registered.",
    )
    .needed()
    .such_as(&[Sample::Text("deny_paths"), Sample::Text("log")]),
    Key::new("args", TEXTS, "Its arguments."),
];

/// The types of hooks, and the keys that each has beside the common ones.
pub const HANDLERS: &[(&str, &[Key])] = &[
    ("command", COMMAND),
    ("http", HTTP),
    ("mcp_tool", MCP_TOOL),
    ("prompt", PROMPT),
    ("agent", AGENT),
    ("builtin", BUILTIN),
];

/// Of an unknown type only the type is wrong, not what it carries.
pub(crate) const OF_UNKNOWN_TYPES: &[&str] =
    &["command", "args", "url", "prompt", "server", "tool"];

/// The keys that a type has beside the common ones; none for a type that nobody
/// knows.
#[must_use]
pub fn of_type(kind: &str) -> Option<&'static [Key]> {
    let found = HANDLERS.iter().find(|(name, _)| *name == kind);
    found.map(|(_, keys)| *keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_may_stand_in_settings_has_its_keys() {
        let types: Vec<_> = HANDLERS.iter().map(|(name, _)| *name).collect();
        assert_eq!(types, HandlerType::IN_SETTINGS);
        let known = |name: &&str| !matches!(HandlerType::named(name), HandlerType::Other(_));
        assert!(HandlerType::IN_SETTINGS.iter().all(known));
    }
}
