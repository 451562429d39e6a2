//! Keys about approvals: who may give them, how long they wait, who is told of them.

use snaphook_core::kind::{Key, SampleValue, ValueType};

const TEXTS: ValueType = ValueType::List(&ValueType::NonEmptyString);

/// The choices that an entry of `approvers` may name.
const CHOICES: &[&str] = &["allow", "session", "always", "deny", "edit"];

/// The words of `who`, with what they mean. Some take a name behind a colon.
pub const APPROVER_WORDS: &[(&str, &str)] = &[
    ("*", "anyone"),
    (
        "local",
        "a program of the user who owns the log: `terminal` or `command`",
    ),
    (
        "terminal",
        "whoever sits at the terminal in which the call was made",
    ),
    (
        "command",
        "`snaphook approvals`, run by the user who owns the log",
    ),
    ("page", "the user's page"),
    (
        "client",
        "the client of `serve`, or of the MCP proxy, whose session asks",
    ),
    ("token", "whoever shows a token"),
    (
        "key",
        "whoever shows a key of `approvals.keys`; `key:ann` is that of ann",
    ),
    ("link", "whoever has the one-time link that was sent"),
];

/// One entry of `approvers`.
pub const APPROVER: &[Key] = &[
    Key::new(
        "who",
        TEXTS,
        "Who may answer: `terminal`, `command` (`snaphook approvals`), `local` (both), `page`, \
        `client`, `key` or `key:NAME`, `link`, `*`.",
    )
    .needed()
    .such_as(&[SampleValue::Strings(&["page", "key:ann"])]),
    Key::new(
        "tools",
        TEXTS,
        "The tools whose calls they may answer: names with `*`, or rules such as \
        `Bash(git push *)`, which must cover all that the call does. Left out: all tools, and \
        the questions of hooks.",
    )
    .such_as(&[SampleValue::Strings(&["Bash(git push *)", "mcp__*"])]),
    Key::new(
        "choices",
        ValueType::List(&ValueType::Word(CHOICES)),
        "What they may answer to a call; an entry that has them is not for questions of hooks. \
        Left out: everything.",
    )
    .such_as(&[SampleValue::Strings(&["allow", "deny"])]),
];

const NAME: Key = Key::new(
    "name",
    ValueType::NonEmptyString,
    "The name of this notifier in messages.",
);

const HIDE_INPUT: Key = Key::new(
    "hideInput",
    ValueType::Bool,
    "Whether the notice leaves out what the call does: it says only that something waits.",
)
.or(SampleValue::Bool(false));

/// Posts JSON, signed.
const WEBHOOK: &[Key] = &[
    Key::new("type", ValueType::Word(&["webhook"]), "Posts signed JSON.").needed(),
    NAME,
    Key::new("url", ValueType::Url, "Where the notice is posted to.").needed(),
    Key::new(
        "secret",
        ValueType::NonEmptyString,
        "The secret that signs notices: `env:NAME` for a variable of the environment, or \
        `file:PATH` for a file that only you can read.",
    )
    .needed()
    .such_as(&[SampleValue::String(
        "file:~/.config/snaphook/webhook-secret",
    )]),
    HIDE_INPUT,
];

/// Publishes to a topic of ntfy.
const NTFY: &[Key] = &[
    Key::new(
        "type",
        ValueType::Word(&["ntfy"]),
        "Publishes to a topic of ntfy.",
    )
    .needed(),
    NAME,
    Key::new(
        "url",
        ValueType::Url,
        "The server with the topic. Whoever knows the topic gets the link.",
    )
    .needed()
    .such_as(&[SampleValue::String(
        "https://ntfy.example/a-long-secret-topic",
    )]),
    Key::new(
        "token",
        ValueType::NonEmptyString,
        "The access token of the server: `env:NAME` or `file:PATH`.",
    ),
    Key::new(
        "priority",
        ValueType::Integer { least: 1, most: 5 },
        "How loud the notice is.",
    )
    .or(SampleValue::Integer(4)),
    HIDE_INPUT,
];

/// A kind of notifier: what `type` names, and its keys.
#[derive(Debug, Clone, Copy)]
pub struct NotifierSpec {
    /// The word of `type`.
    pub name: &'static str,
    /// Its keys, with `type`.
    pub keys: &'static [Key],
}

/// Every kind of notifier.
pub const NOTIFIERS: &[NotifierSpec] = &[
    NotifierSpec {
        name: "webhook",
        keys: WEBHOOK,
    },
    NotifierSpec {
        name: "ntfy",
        keys: NTFY,
    },
];

/// How requests wait, and who is told of them.
pub const APPROVALS: &[Key] = &[
    Key::new(
        "waitSeconds",
        ValueType::Seconds,
        "How long a request waits for an answer, unless the agent's or the hook's own limit is \
        over before.",
    )
    .or(SampleValue::Integer(600)),
    Key::new(
        "unattended",
        ValueType::Word(&["deny", "wait"]),
        "What happens where nobody looks and nobody is told: the call is denied at once, or it \
        waits for somebody who looks later.",
    )
    .or(SampleValue::String("deny")),
    Key::new(
        "url",
        ValueType::Url,
        "The address of `snaphook serve --http` as people reach it: notices get \
        one-time links that begin with it. Without it, they have none.",
    )
    .such_as(&[SampleValue::String("https://approvals.example")]),
    Key::new(
        "keys",
        ValueType::ByName(&ValueType::NonEmptyString),
        "Keys by which somebody proves who they are, from wherever they answer: names, and the \
        SHA-256 of each key. `snaphook approvals key NAME` makes one.",
    ),
    Key::new(
        "notify",
        ValueType::List(&ValueType::Either(&[
            ValueType::Object(WEBHOOK),
            ValueType::Object(NTFY),
        ])),
        "Who is told of each request that waits.",
    ),
];
