//! A hook: the keys that all kinds share.

use snaphook_core::kind::{Key, Sample, ValueType};

/// Keys that every hook has, beside those of its kind.
pub const COMMON: &[Key] = &[
    Key::new(
        "type",
        // Which words these are depends on the kinds that there are.
        ValueType::Word(&[]),
        "How the hook runs; each type has keys of its own.",
    )
    .or(Sample::String("command")),
    Key::new(
        "if",
        ValueType::String,
        "A permission rule: the hook runs only for calls that it matches. Only tool events look at it; on others a hook with one never runs.",
    )
    .such_as(&[
        Sample::String("Bash(git push *)"),
        Sample::String("Edit(src/**)"),
        Sample::String("WebFetch(domain:example.com)"),
    ]),
    Key::new(
        "timeout",
        ValueType::Seconds,
        "Seconds until the hook is ended; fractions are allowed. Left out: what its event gives, 30 for a prompt and 60 for an agent.",
    )
    .such_as(&[Sample::Integer(10)]),
    Key::new("statusMessage", ValueType::String, "Shown while the hook runs."),
    Key::new(
        "once",
        ValueType::Bool,
        "After its first success the hook is gone for the rest of the session.",
    )
    .or(Sample::Bool(false)),
    Key::new(
        "onFailure",
        ValueType::Word(&["continue", "block"]),
        "What a crash, a timeout or an unreadable answer does: `continue` shows it and goes on, `block` acts as exit 2 would. Guards say `block`.",
    )
    .or(Sample::String("continue")),
    Key::new(
        "name",
        ValueType::String,
        "What it is called in lists and outcomes, and in `disabledHooks`. Left out, the beginning of its command.",
    ),
    Key::new("description", ValueType::String, "For people."),
    Key::new(
        "enabled",
        ValueType::Bool,
        "False switches the hook off and leaves it in the file.",
    )
    .or(Sample::Bool(true)),
];
