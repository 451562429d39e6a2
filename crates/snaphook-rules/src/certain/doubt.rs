//! Why a line is not certain.

/// Why what a line of Bash does is not certain, so that no allow rule with a
/// pattern counts for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} (at byte {offset})")]
pub struct Doubt {
    /// What is not in the certain grammar.
    pub what: &'static str,
    /// Where in the line, in bytes.
    pub offset: usize,
}

impl Doubt {
    pub(super) fn at(offset: usize, what: &'static str) -> Doubt {
        Doubt { what, offset }
    }
}

pub(super) type Certain<T> = Result<T, Doubt>;
