//! A hook: the keys that all kinds share.

use snaphook_core::kind::{Key, SampleValue, ValueType};

/// Keys that every hook has, beside those of its kind.
pub const COMMON: &[Key] = &[
    Key::new(
        "type",
        // Which words these are depends on the kinds that there are.
        ValueType::Word(&[]),
        "How the hook runs; each type has keys of its own.",
    )
    .or(SampleValue::String("command")),
    Key::new(
        "if",
        ValueType::String,
        "A permission rule: the hook runs only for calls that it matches. Only tool events look at it; on others a hook with one never runs.",
    )
    .such_as(&[
        SampleValue::String("Bash(git push *)"),
        SampleValue::String("Edit(src/**)"),
        SampleValue::String("WebFetch(domain:example.com)"),
    ]),
    Key::new(
        "when",
        ValueType::NonEmptyString,
        "An expression in CEL: the hook runs only for events for which it is true, or may be. It \
        knows the fields of the input, and `commands`, `paths`, `url`, `session` and `env`.",
    )
    .such_as(&[
        SampleValue::String("commands.exists(c, c.name == 'rm')"),
        SampleValue::String("paths.exists(p, p.access == 'write' && !p.inside)"),
    ]),
    Key::new(
        "timeout",
        ValueType::Seconds,
        "Seconds until the hook is ended; fractions are allowed. Default: the limit of its event, \
        30 for a prompt and 60 for an agent.",
    )
    .such_as(&[SampleValue::Integer(10)]),
    Key::new("statusMessage", ValueType::String, "Shown while the hook runs."),
    Key::new(
        "once",
        ValueType::Bool,
        "After its first success the hook does not run again in the session.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "onFailure",
        ValueType::Word(&["continue", "block"]),
        "What a crash, a timeout or an unreadable answer does: `continue` shows it and goes on, `block` acts as exit 2 would. Guards say `block`.",
    )
    .or(SampleValue::String("continue")),
    Key::new(
        "observe",
        ValueType::Bool,
        "True: the hook runs and its answer is recorded, as `observed` in the hook's entry, but \
        changes nothing. Use it to try a policy before it decides.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "name",
        ValueType::String,
        "The name in lists, outcomes and `disabledHooks`. Default: its command; if that is long, \
        the `id` of the group, the script that it runs, or its beginning and a short hash.",
    ),
    Key::new("description", ValueType::String, "For people."),
    Key::new(
        "enabled",
        ValueType::Bool,
        "False switches the hook off and leaves it in the file.",
    )
    .or(SampleValue::Bool(true)),
];
