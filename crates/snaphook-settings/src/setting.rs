//! A setting that knows where it was written.

use snaphook_core::hook::Scope;

use crate::finding::Location;

/// A value, and the file and line it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// The scope of its file.
    pub scope: Scope,
    /// Where it is.
    pub location: Location,
}

impl<T> Setting<T> {
    /// Another value that is at the same place.
    #[must_use]
    pub fn with<U>(&self, value: U) -> Setting<U> {
        Setting {
            value,
            scope: self.scope,
            location: self.location.clone(),
        }
    }

    /// The place as people read it: `.claude/settings.json:3`.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}:{}", self.location.file.display(), self.location.line)
    }
}
