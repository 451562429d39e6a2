//! The permission mode: what happens to a call that no hook and no rule decided.

use serde::{Deserialize, Serialize};

/// A permission mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// Reading in the working directories is free, the rest is asked.
    #[default]
    Default,
    /// Nothing is changed, nothing is run.
    Plan,
    /// Edits in the working directories are free.
    AcceptEdits,
    /// The host's classifier decides.
    Auto,
    /// What would be asked is denied.
    DontAsk,
    /// Everything is free that no rule and no hook holds up.
    BypassPermissions,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Default,
        Self::Plan,
        Self::AcceptEdits,
        Self::Auto,
        Self::DontAsk,
        Self::BypassPermissions,
    ];

    /// Their words, in the same order.
    pub const WORDS: [&str; 6] = [
        "default",
        "plan",
        "acceptEdits",
        "auto",
        "dontAsk",
        "bypassPermissions",
    ];

    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Plan => "plan",
            Self::AcceptEdits => "acceptEdits",
            Self::Auto => "auto",
            Self::DontAsk => "dontAsk",
            Self::BypassPermissions => "bypassPermissions",
        }
    }

    /// The mode that a word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == word)
    }
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permission::Behavior;

    #[test]
    fn words_are_those_of_the_modes() {
        assert_eq!(Mode::ALL.map(Mode::as_str), Mode::WORDS);
        assert_eq!(Behavior::ALL.map(Behavior::as_str), Behavior::WORDS);
        for mode in Mode::ALL {
            assert_eq!(Mode::of(mode.as_str()), Some(mode));
            assert_eq!(serde_json::to_value(mode).ok(), Some(mode.as_str().into()));
        }
    }
}
