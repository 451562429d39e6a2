//! `permissions`: rules, and what counts where no rule does.

use snaphook_core::permission::Mode;

use snaphook_core::kind::{Key, Sample, ValueType};

const RULES: ValueType = ValueType::List(&ValueType::String);

/// What stands in `permissions`.
pub const PERMISSIONS: &[Key] = &[
    Key::new("allow", RULES, "Rules for calls that need no question.")
        .such_as(&[Sample::Strings(&["Bash(git status)", "Read(src/**)"])]),
    Key::new(
        "ask",
        RULES,
        "Rules for calls that a person is asked about.",
    )
    .such_as(&[Sample::Strings(&["Bash(git push *)"])]),
    Key::new(
        "deny",
        RULES,
        "Rules for calls that are refused, in every mode and whatever a hook allows.",
    )
    .such_as(&[Sample::Strings(&["Read(**/.env)"])]),
    Key::new(
        "defaultMode",
        ValueType::Word(&Mode::WORDS),
        "What happens to calls that no rule and no hook decides.",
    )
    .or(Sample::String("default")),
    Key::new(
        "additionalDirectories",
        ValueType::List(&ValueType::String),
        "Folders beside the working directory that count as inside it.",
    ),
    Key::new(
        "disableBypassPermissionsMode",
        ValueType::Word(&["disable"]),
        "Keeps everybody out of the mode bypassPermissions.",
    ),
];
