//! The paths that a tool call may mean, as written and as they really are.

/// The paths that a call may mean.
#[derive(Debug, Clone)]
pub(crate) enum Paths {
    /// No field holds a path.
    None,
    /// A field holds something else; the text says what.
    Unreadable(&'static str),
    Known(Vec<WrittenPath>),
}

/// A path as written, and what it really is where that differs; all as lists
/// of names from the root.
#[derive(Debug, Clone)]
pub(crate) struct WrittenPath {
    pub path: Vec<String>,
    pub real: Vec<Vec<String>>,
}
