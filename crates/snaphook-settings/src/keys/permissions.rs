//! `permissions`: rules, and what counts where no rule does.

use snaphook_core::permission::Mode;

use snaphook_core::kind::{Key, SampleValue, ValueType};

const RULES: ValueType = ValueType::List(&ValueType::String);

/// The content of `permissions`.
pub const PERMISSIONS: &[Key] = &[
    Key::new(
        "allow",
        RULES,
        "Rules for calls that are allowed without asking.",
    )
    .such_as(&[SampleValue::Strings(&["Bash(git status)", "Read(src/**)"])]),
    Key::new(
        "ask",
        RULES,
        "Rules for calls that a person is asked about.",
    )
    .such_as(&[SampleValue::Strings(&["Bash(git push *)"])]),
    Key::new(
        "deny",
        RULES,
        "Rules for calls that are denied, in every mode and whatever a hook allows.",
    )
    .such_as(&[SampleValue::Strings(&["Read(**/.env)"])]),
    Key::new(
        "defaultMode",
        ValueType::Word(&Mode::WORDS),
        "What happens to calls that no rule and no hook decides.",
    )
    .or(SampleValue::String("default")),
    Key::new(
        "additionalDirectories",
        ValueType::List(&ValueType::String),
        "Folders that count as part of the working directory.",
    ),
    Key::new(
        "disableBypassPermissionsMode",
        ValueType::Word(&["disable"]),
        "Disables the mode bypassPermissions.",
    ),
];
