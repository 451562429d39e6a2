//! What a kind of handlers needs, and what there is at an event. An event does not
//! know kinds: it says what may be used there.

/// What handlers use beside the host's own machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindNeeds(u8);

impl KindNeeds {
    /// Nothing: a process, or a function.
    pub const NOTHING: Self = Self(0);
    /// A server that offers tools, and that may have to be started first.
    pub const TOOL_SERVER: Self = Self(1);
    /// An endpoint on the network.
    pub const NETWORK: Self = Self(1 << 1);
    /// One answer of a language model.
    pub const MODEL: Self = Self(1 << 2);
    /// A language model that looks around before it answers.
    pub const MODEL_WITH_TOOLS: Self = Self(1 << 3);

    /// All but language models.
    pub const NO_MODEL: Self = Self::TOOL_SERVER.and(Self::NETWORK);
    /// All of them.
    pub const ALL: Self = Self::NO_MODEL.and(Self::MODEL).and(Self::MODEL_WITH_TOOLS);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This without the other.
    #[must_use]
    pub const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether this contains everything that the other needs.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}
