//! What an expression may take: expressions also come with projects, and must not keep
//! a guard from its answer.

/// The longest text, in bytes.
pub(crate) const BYTES: usize = 8 * 1024;

/// The deepest nesting.
pub(crate) const DEPTH: u16 = 48;

/// The most parts.
pub(crate) const NODES: usize = 2_000;

/// Comprehensions (`exists`, `all`, `map`, …) within each other.
pub(crate) const COMPREHENSIONS: usize = 3;

/// Steps of one evaluation. A step is a part that is evaluated, or 64 bytes of text that
/// are looked at.
pub(crate) const STEPS: usize = 200_000;

/// The largest compiled regular expression, in bytes.
pub(crate) const REGEX_BYTES: usize = 256 * 1024;
