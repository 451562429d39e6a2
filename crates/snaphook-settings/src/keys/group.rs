//! A matcher group.

use snaphook_core::kind::{Key, SampleValue, ValueType};

/// The keys of a matcher group.
pub const GROUP: &[Key] = &[
    Key::new(
        "matcher",
        ValueType::String,
        "When the hooks of this group run: a name, a list of names (`Edit|Write`) or a regular \
        expression. Without it, always.",
    ),
    Key::new(
        "hooks",
        ValueType::Hooks,
        "The hooks, in the order in which their answers count.",
    )
    .needed(),
    Key::new(
        "sequential",
        ValueType::Bool,
        "Runs the hooks one after the other: each sees what those before it rewrote, and a block \
        ends the sequence.",
    )
    .or(SampleValue::Bool(false)),
    Key::new(
        "id",
        ValueType::String,
        "The name, in lists and outcomes, of hooks of this group that have no `name` and whose \
        command is too long for one.",
    ),
    Key::new(
        "description",
        ValueType::String,
        "A comment for people. Without an `id`, it also names the hooks whose command runs no \
        script.",
    ),
];
