//! What `snaphook hook` answers when it fails itself.

/// What the bridge answers when it fails itself, in rising strictness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum BridgeOnError {
    /// It denies where a guard may have a say; else the agent goes on, with a message.
    #[default]
    Guards,
    /// It denies always.
    Deny,
}

impl BridgeOnError {
    /// The words of the settings, in the order of the variants.
    pub const WORDS: &'static [&'static str] = &["guards", "deny"];

    pub(crate) fn named(word: &str) -> Option<Self> {
        match word {
            "guards" => Some(Self::Guards),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }
}
