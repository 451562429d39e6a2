//! What a permission rule says.

use serde::{Deserialize, Serialize};

/// What happens to a call that a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Behavior {
    /// It is refused.
    Deny,
    /// Somebody is asked.
    Ask,
    /// It goes on.
    Allow,
}

impl Behavior {
    /// All of them, in the order in which they are asked.
    pub const ALL: [Self; 3] = [Self::Deny, Self::Ask, Self::Allow];

    /// Their words, in the same order.
    pub const WORDS: [&str; 3] = ["deny", "ask", "allow"];

    /// The word: also the key of its rules in settings.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Allow => "allow",
        }
    }

    /// The behavior that a word means.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}
