//! A matcher group.

use snaphook_core::kind::{Key, Sample, ValueType};

/// The keys of a matcher group.
pub const GROUP: &[Key] = &[
    Key::new(
        "matcher",
        ValueType::String,
        "When the hooks of this group run: a name, a list of names (`Edit|Write`) or a regular expression. Left out, always.",
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
        "They run one after the other: each sees what those before it rewrote, and a block ends the row.",
    )
    .or(Sample::Bool(false)),
];
