//! Why a command could not be read.

use std::ops::Range;

/// Why nothing can be said about what a part of a command runs. For a hook
/// condition that counts as a match, for a deny or an ask rule as one that a
/// person is asked about, for an allow rule as none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unknown {
    /// The tool call has no command.
    #[error("the call has no command")]
    Missing,
    /// The command is not a string.
    #[error("the command is not a string")]
    NotText,
    /// Longer than the limit.
    #[error("the command is longer than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// Nested deeper than the limit.
    #[error("the command is nested too deeply")]
    TooDeep,
    /// Reading it would take more work than its length warrants.
    #[error("the command is too complex to read")]
    TooComplex,
    /// It does not parse.
    #[error("the command does not parse: expected {expected} at byte {offset}")]
    Syntax {
        /// What would have fitted.
        expected: String,
        /// Where, in bytes.
        offset: usize,
    },
    /// Shells read it differently.
    #[error("shells disagree about {what} at byte {offset}")]
    Ambiguous {
        /// What they disagree about.
        what: &'static str,
        /// Where, in bytes.
        offset: usize,
    },
    /// It runs code that is made up at run time, as `bash -c "$X"` does.
    #[error("it runs code that is only known at run time")]
    Dynamic {
        /// The part that does.
        range: Range<usize>,
    },
    /// The language of the command is not read here beyond plain commands.
    #[error("only plain PowerShell commands can be read, not {what}")]
    PowerShell {
        /// What was found in it.
        what: String,
    },
}

impl Unknown {
    /// The part of the source line that cannot be read, where it is known.
    pub fn range(&self) -> Option<Range<usize>> {
        match self {
            Self::Dynamic { range } => Some(range.clone()),
            _ => None,
        }
    }
}
