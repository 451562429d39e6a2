//! `permissions`: rules, and what counts where no rule does.

use snaphook_core::permission::Mode;

use super::key::{Holds, Key, Sample};

const RULES: Holds = Holds::List(&Holds::Text);

/// What stands in `permissions`.
pub const PERMISSIONS: &[Key] = &[
    Key::new("allow", RULES, "Rules for calls that need no question.")
        .such_as(&[Sample::Texts(&["Bash(git status)", "Read(src/**)"])]),
    Key::new(
        "ask",
        RULES,
        "Rules for calls that a person is asked about.",
    )
    .such_as(&[Sample::Texts(&["Bash(git push *)"])]),
    Key::new(
        "deny",
        RULES,
        "Rules for calls that are refused, in every mode and whatever a hook allows.",
    )
    .such_as(&[Sample::Texts(&["Read(**/.env)"])]),
    Key::new(
        "defaultMode",
        Holds::Word(&Mode::WORDS),
        "What happens to calls that no rule and no hook decides.",
    )
    .or(Sample::Text("default")),
    Key::new(
        "additionalDirectories",
        Holds::List(&Holds::Text),
        "Folders beside the working directory that count as inside it.",
    ),
    Key::new(
        "disableBypassPermissionsMode",
        Holds::Word(&["disable"]),
        "Keeps everybody out of the mode bypassPermissions.",
    ),
];
