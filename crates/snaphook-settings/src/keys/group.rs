//! A matcher group.

use super::key::{Holds, Key, Sample};

/// The keys of a matcher group.
pub const GROUP: &[Key] = &[
    Key::new(
        "matcher",
        Holds::Text,
        "When the hooks of this group run: a name, a list of names (`Edit|Write`) or a regular expression. Left out, always.",
    ),
    Key::new(
        "hooks",
        Holds::Hooks,
        "The hooks, in the order in which their answers count.",
    )
    .needed(),
    Key::new(
        "sequential",
        Holds::Flag,
        "They run one after the other: each sees what those before it rewrote, and a block ends the row.",
    )
    .or(Sample::Flag(false)),
];
